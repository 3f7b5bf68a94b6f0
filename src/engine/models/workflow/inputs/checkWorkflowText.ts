import type { WorkflowCheck } from '../reports/workflowDetail.ts';
import { readWorkflow } from './readWorkflow.ts';

/** Checks a workflow's text. */
export function checkWorkflowText(text: string): WorkflowCheck {
  const { workflow, problems, mentions } = readWorkflow(text);
  return {
    problems,
    states: workflow?.nesting.leaves.length ?? null,
    steps: workflow?.steps.length ?? null,
    mentions: mentions?.all.map(({ state, from, to }) => ({ state, from, to })) ?? [],
  };
}
