import type { Telling } from '../../../model/model.ts';
import { wouldSay } from '../../../oracle/would.ts';
import type { RecordedState } from '../state.ts';
import { inputRecords } from './document.ts';
import { eventsOf } from './events.ts';
import { traceOf } from './inspect.ts';
import type { RecordedDetail } from './recordedQueries.ts';
import type { CaseAttributes } from './schema.ts';
import { whyRecorded } from './why.ts';

/** What is told of recorded cases beside their frames. */
export const telling = (state: RecordedState): Telling => ({
  attributes(agent): CaseAttributes {
    const { id, parent, outcome, steps } = state.inputs.read[agent];
    return { case: id, ...(parent === null ? {} : { parent }), outcome, steps: steps.length };
  },
  document: () => [
    ['decisions', []],
    ['inputs', inputRecords(state)],
  ],
  detail: (agent): RecordedDetail => ({ kind: 'recorded', trace: traceOf(state, agent, state.sealed) }),
  whyMoment: (_, agent) => whyRecorded(state, agent),
  events: tick => eventsOf(state, tick),
  rules: async () => (await import('./rulesTold.ts')).rulesTold(state),
  async beside(other, rest) {
    const [{ setsReport }, { setsLines }] = await Promise.all([
      import('../sets/setsReport.ts'),
      import('../sets/setsLines.ts'),
    ]);
    const report = await setsReport(state, other as unknown as RecordedState, state.config.seed, rest);
    return { report, lines: () => setsLines(report) };
  },
  discovery: async () => (await import('./discoveryTold.ts')).discoveryTold(state),
  would: (_, answer) => wouldSay(answer, words => ({ words })),
});
