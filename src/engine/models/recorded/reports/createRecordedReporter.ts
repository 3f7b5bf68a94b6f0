import type { Telling } from '../../../model/model.ts';
import { predictTextEffect } from '../../../oracle/would.ts';
import type { RecordedState } from '../state.ts';
import { writeRecordedInputs } from './document.ts';
import { listRecordedEvents } from './events.ts';
import { buildCaseTrace } from './inspect.ts';
import type { RecordedDetail } from './recordedQueries.ts';
import type { CaseAttributes } from './schema.ts';
import { explainRecordedStep } from './why.ts';

/** What is told of recorded cases beside their frames. */
export const createRecordedReporter = (state: RecordedState): Telling => ({
  attributes(agent): CaseAttributes {
    const { id, parent, outcome, steps } = state.inputs.read[agent];
    return { case: id, ...(parent === null ? {} : { parent }), outcome, steps: steps.length };
  },
  document: () => [
    ['decisions', []],
    ['inputs', writeRecordedInputs(state)],
  ],
  detail: (agent): RecordedDetail => ({
    kind: 'recorded',
    trace: buildCaseTrace(state, agent, state.sealed),
  }),
  whyMoment: (_, agent) => explainRecordedStep(state, agent),
  events: tick => listRecordedEvents(state, tick),
  rules: async () => (await import('./reportRules.ts')).reportRules(state),
  async beside(other, rest) {
    const [{ buildSetsReport }, { describeSets }] = await Promise.all([
      import('../sets/buildSetsReport.ts'),
      import('../sets/describeSets.ts'),
    ]);
    const report = await buildSetsReport(state, other as unknown as RecordedState, state.config.seed, rest);
    return { report, lines: () => describeSets(report) };
  },
  discovery: async () => (await import('./reportDiscovery.ts')).reportDiscovery(state),
  would: (_, answer) => predictTextEffect(answer, words => ({ words })),
});
