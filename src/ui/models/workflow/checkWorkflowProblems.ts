import { workflowQueries } from '../../../engine/models/workflow/reports/workflowQueries.ts';
import type { RemoteEngine } from '../../contract/remoteEngine.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';

/** Problems of a text, as the engine reads it. */
export async function checkWorkflowProblems(engine: RemoteEngine, text: string) {
  const check = await workflowQueries.ask(engine, 'checkWorkflow', text);
  const { states, steps } = check;
  const isWhole = states !== null && steps !== null;
  return {
    ...check,
    found: isWhole ? `${formatNounCount(states, 'state')}, ${formatNounCount(steps, 'step')}` : null,
  };
}
