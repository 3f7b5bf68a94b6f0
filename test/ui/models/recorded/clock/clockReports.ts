import { buildCallTree } from '../../../../../src/engine/models/recorded/clock/buildCallTree.ts';
import {
  buildClockReport,
  type ClockReport,
} from '../../../../../src/engine/models/recorded/clock/buildClockReport.ts';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { aCase, runOf, step } from '../../../../engine/models/recorded/cases.ts';

/** Two in the afternoon, local time. */
export const TWO_PM = new Date(2026, 10, 29, 14).getTime();
const MINUTE = 60_000;
const at = (minutes: number, until: number | null = null) => ({
  at: TWO_PM + minutes * MINUTE,
  until: until === null ? null : TWO_PM + until * MINUTE,
});

/** A session with parallel calls, a sub-agent, a wait and a guard; its sub-agent; a later session; and one without times. */
export const SESSIONS: readonly TraceCase[] = [
  aCase(
    'cart',
    [
      step('say', { ...at(0, 1), prompt: 'mend the cart', answer: 'I look.', tokensIn: 90, tokensOut: 9 }),
      step('Grep', { ...at(1, 3), args: '{"pattern":"toFixed"}' }),
      step('Read', { ...at(2, 3), failed: true }),
      step('guard: advises', at(3, 3)),
      step('Agent', { ...at(4, 8) }),
      step('send', { ...at(9, 12), waitsFor: 'person' }),
    ],
    { outcome: 'succeeded', labels: { agent: 'Claude Code' } },
  ),
  aCase('scout', [step('Read', at(5, 6))], { parent: 'cart', labels: { agent: 'explore' } }),
  aCase('docs', [step('Edit', at(10, 11)), step('Edit', at(12))], { outcome: 'failed' }),
  aCase('old', [step('Edit')]),
];

async function stateOf(cases: readonly TraceCase[], parameters = {}) {
  const { state } = await runOf(cases, { parameters });
  return state as unknown as RecordedState;
}

/** The report of some cases. */
export const clockOf = async (cases: readonly TraceCase[], parameters = {}): Promise<ClockReport> =>
  buildClockReport(await stateOf(cases, parameters));

/** The report of `SESSIONS`, the tree of a case of them, and their states. */
export async function knowSessions(agent = 0) {
  const state = await stateOf(SESSIONS);
  return {
    clock: buildClockReport(state),
    calls: buildCallTree(state, agent, 99),
    chart: state.chart,
    names: SESSIONS.map((_, i) => state.cases[i].id),
  };
}
