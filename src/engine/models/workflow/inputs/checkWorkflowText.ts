import type { WorkflowCheck } from '../reports/detail.ts';
import { readWorkflow } from './read.ts';

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
