import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { StepRow } from '../../../../src/engine/statistics/stepReport.ts';
import { PlainSteps } from '../../../../src/ui/views/statistics/StepsTable.tsx';
import type { PopulationReport } from '../../../../src/workers/protocol/api.ts';
import { renderOnPage } from '../../page.tsx';

const row = (name: string, part: Partial<StepRow> = {}): StepRow => ({
  ...{ name, type: null, at: null, states: null, asked: 20, answered: 20, failed: 0, failedWho: [] },
  ...{ triedAgain: null, givenUp: null, skipped: null, stopped: null },
  ...{ tokensIn: 1200, tokensOut: 34, tokensForNothing: 0, milliseconds: null, measured: 0 },
  ...{ stalled: null, stalledAgents: null, stalledNow: null, stalledWho: null },
  ...part,
});

const report = (rows: readonly StepRow[]): PopulationReport => ({
  ...{ from: 1, to: 9, agents: 24, region: null, dwell: [], flow: [], stuck: null },
  steps: { noun: 'phase', rows, edges: null },
});

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

describe('failures of a step', () => {
  const first = [
    { agent: 2, times: 3, last: 7 },
    { agent: 0, times: 1, last: 2 },
  ];
  const rows = [
    row('searching', { failed: 4, failedWho: first }),
    row('deciding', { failed: 1, failedWho: [{ agent: 1, times: 1, last: 5 }] }),
  ];

  it('are listed by agent, at first of the step that failed most, and each leads to the agent at its last one', async () => {
    const { store } = await renderOnPage(<PlainSteps report={report(rows)} />);
    const names = store.getState().run!.info.names;
    const list = () => screen.getByRole('list', { name: /^Failures of/ });
    expect(list()).toHaveAccessibleName('Failures of searching');
    expect(
      within(list())
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([`${names[2]}3 times, the last in Round 7`, `${names[0]}1 time, in Round 2`]);
    act(() => within(list()).getAllByRole('button')[0].click());
    expect(store.getState().selection).toMatchObject({ agents: [2], cursor: 7 });
    act(() => screen.getByRole('button', { name: '1 failures of deciding: lists whose' }).click());
    expect(list()).toHaveAccessibleName('Failures of deciding');
  });
});

describe('the outcomes of the questions, in a table', () => {
  it('have the columns for which there are figures, and no way to a text', async () => {
    await renderOnPage(<PlainSteps report={report([row('searching'), row('deciding', { failed: 3 })])} />);
    expect(heads()).toEqual(['phase', 'asked', 'failed', 'tokens']);
    const deciding = screen.getByRole('row', { name: /^deciding/ });
    expect(deciding).toHaveAttribute('title', 'failed 3 of 20 questions in Rounds 1–9');
    expect(within(deciding).queryByRole('button')).toBeNull();
    expect(screen.getByText('stronger: tokens for nothing; no answer’s time was measured')).toBeDefined();
  });

  it('have no count of requests where questions are counted by their answers', async () => {
    const { steps, ...rest } = report([row('ignore', { asked: 2171 }), row('no answer', { asked: 3 })]);
    await renderOnPage(<PlainSteps report={{ ...rest, steps: { ...steps!, noun: 'choice' } }} />);
    expect(heads()).toEqual(['choice', 'times', 'failed', 'tokens']);
    expect(screen.getByRole('columnheader', { name: 'times' }).title).toBe('questions that were answered so');
    expect(screen.getByRole('row', { name: /^ignore/ })).toHaveTextContent('2,171');
  });

  it('explain what counts as failed where the model has words for it', async () => {
    const { steps, ...rest } = report([row('deciding', { failed: 3 })]);
    const failing = 'answers that were refused, or not usable';
    await renderOnPage(<PlainSteps report={{ ...rest, steps: { ...steps!, failing } }} />);
    expect(screen.getByText(/^failed: answers that were refused, or not usable; stronger: /)).toBeDefined();
    expect(screen.getByRole('columnheader', { name: 'failed' })).toHaveAttribute('title', failing);
  });

  it('name stalled agents, and the time of a measured answer', async () => {
    const stalledWho = [2, 0].map((agent, i) => ({ agent, turns: 5 - 3 * i, isNow: true }));
    const stalled = {
      stalled: 7,
      stalledAgents: 2,
      stalledNow: 2,
      stalledWho,
      milliseconds: 900,
      measured: 3,
    };
    const { store } = await renderOnPage(<PlainSteps report={report([row('searching', stalled)])} />);
    expect(heads()).toEqual(['phase', 'asked', 'failed', 'stalled', 'time', 'tokens']);
    expect(screen.getByRole('row', { name: /^searching/ })).toHaveTextContent('7, 2 now300 ms');
    const { names } = store.getState().run!.info;
    const who = screen.getByRole('button', { name: '7 rounds stalled by searching: selects whom' });
    expect(who).toHaveAttribute(
      'title',
      `2 of 24 agents by rounds: ${names[2]} 5, ${names[0]} 2; selects them`,
    );
    act(() => who.click());
    expect(store.getState().selection.agents).toEqual([2, 0]);
  });

  it('count the selected ones of those stalled, where that is not all of them', async () => {
    const many = Array.from({ length: 200 }, (_, agent) => ({ agent, turns: 1, isNow: false }));
    await renderOnPage(
      <PlainSteps
        report={report([row('searching', { stalled: 230, stalledAgents: 230, stalledWho: many })])}
      />,
    );
    expect(screen.getByTitle(/selects 200 of them$/)).toBeDefined();
  });
});
