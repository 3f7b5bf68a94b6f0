import { beforeAll, expect, it } from 'vitest';
import type { CostsReport } from '../../../../../src/engine/models/recorded/costs/buildCostsReport.ts';
import { loadModelPlugin } from '../../../../../src/ui/model/registered.ts';
import { getCaseRowEnd } from '../../../../../src/ui/models/recorded/costs/caseRows.ts';
import type { RunState } from '../../../../../src/ui/state/pageState.ts';
import { aLive, livePage } from '../live/livePage.ts';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

it('the row of a case that is silent says so, of each as soon as it is, but not of an earlier step', async () => {
  const amounts = { steps: [2, 2], calls: [], tokens: [], usd: [], ms: [] };
  const costs = {
    total: { tokens: null, usd: null },
    cases: { amounts, wasted: [], loop: [], failed: [] },
  } as unknown as CostsReport;
  const cases = [aLive(0, { heardAt: 10_000 }), aLive(1, { heardAt: 80_000 })];
  const wordsOf = ({ store }: Awaited<ReturnType<typeof livePage>>) => {
    const state = store.getState();
    const run = {
      ...state.run,
      histories: { get: () => ({ tick: [1], state: [1] }) },
    } as unknown as RunState;
    return [0, 1].map(agent => getCaseRowEnd(state, run, agent)?.words);
  };
  const page = await livePage(cases, { costs });
  expect(wordsOf(page)).toEqual(['scrolling, silent', 'scrolling']);
  page.store.getState().select({ cursor: 1 });
  expect(wordsOf(page)).toEqual(['scrolling', 'scrolling']);
  const silence = { since: 0, isReachable: true, answeredAt: 0, asOf: 61_000 };
  const quiet = await livePage(cases, { costs, silence });
  expect(wordsOf(quiet)).toEqual(['scrolling, silent', 'scrolling, silent']);
});
