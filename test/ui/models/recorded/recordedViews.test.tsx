import { act, render, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { PageContext } from '../../../../src/ui/hooks/hooks.ts';
import { loadModelPlugin } from '../../../../src/ui/model/registered.ts';
import { getCurrentRuleId } from '../../../../src/ui/models/recorded/cases/bestRule.ts';
import { RECORDED } from '../../../../src/ui/models/recorded/recordedPart.ts';
import { CasesSentence } from '../../../../src/ui/models/recorded/recordedViews.tsx';
import { SetupPanel } from '../../../../src/ui/views/setup/SetupPanel.tsx';
import { openPage } from '../../page.tsx';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

/** The page of so many cases that have ended. */
async function endedPage(ended: { succeeded: number; failed: number; ended: number }) {
  const page = await openPage();
  const agents = ended.succeeded + ended.failed + ended.ended;
  const run = page.store.getState().run!;
  const config = { ...run.info.config, agents };
  const setup = { ...run.setup, model: 'recorded' };
  const frame = { ended, isOver: true, lasts: 3 };
  page.store.setState({
    run: { ...run, setup, info: { ...run.info, config } },
    head: 3,
    modelParts: { recorded: { ...RECORDED.initial, frame } },
  } as object);
  return page;
}

describe('the sentence of cases that have ended', () => {
  it.each([
    [{ succeeded: 1, failed: 0, ended: 0 }, 'The one case has ended: 1 succeeded.'],
    [{ succeeded: 1, failed: 1, ended: 0 }, 'Both cases have ended: 1 succeeded, 1 failed.'],
    [
      { succeeded: 2, failed: 1, ended: 3 },
      'All 6 cases have ended: 2 succeeded, 1 failed, 3 without a known outcome.',
    ],
  ])('is right for %o', async (ended, words) => {
    const { store, commands } = await endedPage(ended);
    const { container } = render(
      <PageContext value={{ store, commands }}>
        <CasesSentence />
      </PageContext>,
    );
    await act(async () => undefined);
    expect(container.textContent).toBe(words);
  });
});

/** Outcomes of a rule over 10 failed and 30 successful cases. */
const outcomes = (stoppedFailed: number, stoppedSucceeded: number, share: number) => ({
  ...{ cases: 40, failed: 10, succeeded: 30, unknown: 0, stoppedFailed, stoppedSucceeded },
  ...{ stoppedUnknown: 0, stopped: stoppedFailed + stoppedSucceeded, after: { tokens: 9 } },
  savedShares: { ofAll: { tokens: share }, intervals: { ofAll: { tokens: [share / 2, 0.7] } } },
  intervals: { falseAlarms: stoppedSucceeded === 0 ? [0, 0.114] : [0.018, 0.213] },
});
const tried = {
  ...{ measure: 'tokens', savedIfChosen: [0.031, 0.812], curve: null, best: null },
  rule: { rule: 'any', of: [] },
};
const dear = { ...tried, id: 'careful', name: 'clear loops', outcomes: outcomes(5, 2, 0.504) };
const free = { ...tried, id: 'roo-code', name: 'the same call', outcomes: outcomes(5, 0, 0.503) };
const less = { ...tried, id: 'errors', name: 'errors', outcomes: outcomes(1, 0, 0.006) };
const idle = { ...tried, id: 'abab', name: 'in turn', outcomes: outcomes(0, 0, 0) };

describe('the possible savings of rules', () => {
  it.each([
    [
      [dear, free, less, idle],
      null,
      '; “the same call” would have saved up to 50 % of the tokens (95 %, as the best of 4 rules: 3 to 81 %) and cost none of 30 successes (95 %: up to 11 %).',
    ],
    [
      [dear, free, less, idle],
      'careful',
      '; “clear loops” would have saved up to 50 % of the tokens (95 %, this rule alone: 25 to 70 %) and cost 2 of 30 successes (95 %: 2 to 21 %); the best of 4 rules that costs none, “the same call”, up to 50 %.',
    ],
    [
      [dear, idle],
      null,
      '; “clear loops” would have saved up to 50 % of the tokens (95 %, this rule alone: 25 to 70 %) and cost 2 of 30 successes (95 %: 2 to 21 %); none of 2 rules saves anything without costing a success.',
    ],
    [
      [dear, less, idle],
      null,
      '; “clear loops” would have saved up to 50 % of the tokens (95 %, this rule alone: 25 to 70 %) and cost 2 of 30 successes (95 %: 2 to 21 %); no rule is recommended: the one of 3 rules that saves something and costs none stops fewer than 5 cases.',
    ],
    [
      [idle],
      'abab',
      '; “in turn” would have ended none; none of 1 rule saves anything without costing a success.',
    ],
  ])('are shown for the best rule that costs no success: %#', async (rules, ruleId, words) => {
    const { store, commands } = await endedPage({ succeeded: 30, failed: 10, ended: 0 });
    const known = store.getState().modelParts.recorded;
    const view = ruleId === null ? 'rules' : `rules:${ruleId}`;
    const looked = getCurrentRuleId({ modelParts: { recorded: { ...known, rules } }, view });
    const rule = { ...rules.find(({ id }) => id === looked), measure: 'tokens', threshold: null, exempt: [] };
    store.setState({ view, modelParts: { recorded: { ...known, rules, rule } } } as object);
    const { container } = render(
      <PageContext value={{ store, commands }}>
        <CasesSentence />
      </PageContext>,
    );
    await act(async () => undefined);
    expect(container.textContent).toContain(words);
  });

  const poll = [{ tool: '^poll$', args: null }];
  it.each([
    [5, [], 'as the best of 2 thresholds: 20 to 70 %'],
    [4, [], 'too narrow, as the rule was changed on these cases: 25 to 70 %'],
    // Exempt calls were chosen by the same cases, which no interval allows for.
    [5, poll, 'too narrow, as the rule was changed on these cases: 25 to 70 %'],
  ])('have an interval at another threshold, too: %i, %j', async (threshold, exempt, words) => {
    const { store, commands } = await endedPage({ succeeded: 30, failed: 10, ended: 0 });
    const rules = [dear, free, less, idle];
    const own = {
      ...{ ...free, threshold, exempt, best: { threshold: 5, saved: [0.2, 0.7] }, curve: [{}, {}] },
      rule: { rule: 'in_a_row', compare: 'call', threshold },
    };
    const modelParts = { recorded: { ...store.getState().modelParts.recorded, rules, rule: own } };
    store.setState({ view: `rules:roo-code:${threshold}`, modelParts } as object);
    const { container } = render(
      <PageContext value={{ store, commands }}>
        <CasesSentence />
      </PageContext>,
    );
    await act(async () => undefined);
    expect(container.textContent).toContain(`saved up to 50 % of the tokens (95 %, ${words})`);
  });

  it('belong to no rule before all have been tried', () => {
    expect(getCurrentRuleId({ modelParts: {}, view: ':careful' })).toBeNull();
  });
});

/** The sentence to a question, with what the page knows. */
async function readAnswer(view: string, known: object): Promise<string> {
  const { store, commands } = await endedPage({ succeeded: 2, failed: 1, ended: 0 });
  const { recorded } = store.getState().modelParts;
  store.setState({
    view,
    modelParts: { recorded: { ...recorded, rules: [dear], rule: dear, ...known } },
  } as object);
  const { container, unmount } = render(
    <PageContext value={{ store, commands }}>
      <CasesSentence />
    </PageContext>,
  );
  await waitFor(() => expect(container.textContent).not.toMatch(/^$|…$/));
  const words = container.textContent;
  unmount();
  return words;
}

describe('the sentence of each question', () => {
  const shares = (parts: object) => ({ wall: [60_000, 120_000], ...parts });
  const clock = (known: object) => ({
    ...{ senderOf: [-1, -1, 0], first: [0, 1, 2, 2], begin: [0, 5], live: [] },
    ...known,
  });

  it('is about states: the one that takes most steps, the next, and what is left out', async () => {
    const states = [
      { state: 'TALK', steps: 3, cases: 2 },
      { state: 'LOOKUP', steps: 6, cases: 3 },
    ];
    expect(await readAnswer('states', { mapping: { states, steps: 10, leftOut: 1 } })).toBe(
      'LOOKUP takes most steps: 6 of 10 steps (60 %), in 3 of 3 cases; next TALK, 3; 2 states in all, 1 step is left out.',
    );
  });

  it('is about the clock: where the time went, of how much, and what is unknown', async () => {
    const parts = {
      model: [NaN, NaN],
      tool: [30_000, 15_000],
      person: [NaN, 90_000],
      between: [30_000, 15_000],
    };
    expect(await readAnswer('clock', { clock: clock({ shares: shares(parts) }) })).toBe(
      'Of 3 min in 2 of 2 cases, 50 % passed waiting for a person (known of 1 case), 25 % in tools, 25 % between steps; how much in the model is unknown.',
    );
  });

  it('says so where the traces have no times', async () => {
    const none = { shares: shares({ model: [], tool: [], person: [], between: [] }), first: [0, 0, 0, 0] };
    expect(await readAnswer('clock', { clock: clock(none) })).toBe(
      'Where the time of 2 cases went is unknown: the traces have no times.',
    );
  });

  it('is about costs where nothing was wasted, and names no rule', async () => {
    const costs = {
      measure: 'tokens',
      total: { tokens: 6, usd: null },
      repeats: [],
      cases: { wasted: [0, 0, 0], loop: [], failed: [], amounts: { tokens: [1, 2, 3] } },
    };
    expect(await readAnswer('cost', { costs })).toBe(
      'All 3 cases have ended: 2 succeeded, 1 failed; no repeat in a row gave the same result.',
    );
  });
});

describe('the set-up of recorded cases', () => {
  it('shows with its choices that no model is asked, in place of the oracle', async () => {
    const { store, commands } = await endedPage({ succeeded: 1, failed: 1, ended: 0 });
    const { container, queryByLabelText } = render(
      <PageContext value={{ store, commands }}>
        <SetupPanel withChoices />
      </PageContext>,
    );
    await act(async () => undefined);
    expect(container.textContent).toContain('Recorded, no model is asked');
    expect(queryByLabelText('Oracle')).toBeNull();
  });
});
