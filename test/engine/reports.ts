import { getAgentDetail as detailOf } from '../../src/engine/explain/getAgentDetail.ts';
import type { AgentDetail } from '../../src/engine/model/agentDetail.ts';
import type { ModelReports } from '../../src/engine/model/model.ts';
import { createChartReporter as chart } from '../../src/engine/models/chart/reports/createChartReporter.ts';
import { createGovernedReporter as governed } from '../../src/engine/models/governed/reports/createGovernedReporter.ts';
import { createLibrarianReporter as librarian } from '../../src/engine/models/librarian/reports/createLibrarianReporter.ts';
import { createRecordedReporter as recorded } from '../../src/engine/models/recorded/reports/createRecordedReporter.ts';
import { createSocialReporter as social } from '../../src/engine/models/social/reports/createSocialReporter.ts';
import { createWorkflowReporter as workflow } from '../../src/engine/models/workflow/reports/createWorkflowReporter.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { createPoetReporter as poet } from '../fixtures/poet/engine/createPoetReporter.ts';

const REPORTERS: Readonly<Record<string, (state: never) => ModelReports>> = {
  social,
  governed,
  librarian,
  workflow,
  chart,
  recorded,
  poet,
};

/** The part that `run.state.loadReports()` loads, without the wait. */
export function getReports({ model, state }: Run): ModelReports {
  const create = REPORTERS[model.name];
  if (create === undefined)
    throw new Error(
      `model ${model.name} is missing in REPORTERS of test/engine/reports.ts: add its reporter`,
    );
  return create(state as never);
}

/** The inspector’s view of an agent. */
export const agentDetail = (run: Run, agent: number): AgentDetail => detailOf(run, agent, getReports(run));
