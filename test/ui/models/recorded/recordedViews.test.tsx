import { act, render } from '@testing-library/react';
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
  savedShares: { ofAll: { tokens: share } },
  intervals: { falseAlarms: stoppedSucceeded === 0 ? [0, 0.114] : [0.018, 0.213] },
});
const tried = { measure: 'tokens', savedIfChosen: [0.031, 0.812] };
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
      '; “clear loops” would have saved up to 50 % of the tokens and cost 2 of 30 successes (95 %: 2 to 21 %); the best of 4 rules that costs none, “the same call”, up to 50 %.',
    ],
    [
      [dear, idle],
      null,
      '; “clear loops” would have saved up to 50 % of the tokens and cost 2 of 30 successes (95 %: 2 to 21 %); none of 2 rules saves anything without costing a success.',
    ],
    [
      [dear, less, idle],
      null,
      '; “clear loops” would have saved up to 50 % of the tokens and cost 2 of 30 successes (95 %: 2 to 21 %); no rule is recommended: the one of 3 rules that saves something and costs none stops fewer than 5 cases.',
    ],
    [
      [idle],
      'abab',
      '; “in turn” would have ended none; none of 1 rule saves anything without costing a success.',
    ],
  ])('are shown for the best rule that costs no success: %#', async (rules, ruleId, words) => {
    const { store, commands } = await endedPage({ succeeded: 30, failed: 10, ended: 0 });
    const known = store.getState().modelParts.recorded;
    const view = ruleId === null ? null : `:${ruleId}`;
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

  it('belong to no rule before all have been tried', () => {
    expect(getCurrentRuleId({ modelParts: {}, view: ':careful' })).toBeNull();
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
