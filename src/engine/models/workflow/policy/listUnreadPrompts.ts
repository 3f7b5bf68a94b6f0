import { readWorkflow } from '../inputs/readWorkflow.ts';
import { type AskingStep, listQuestionPrompts, listStepTraits, type Workflow } from '../inputs/workflow.ts';
import { listAskedAnswers } from '../workflowPrompt.ts';
import { detectStepRole, requestsNewArtifact } from './policyAnswer.ts';

/**
 * Names of the steps whose prompt, components included, is another one in a changed text while the built-in policy
 * finds the same in it; none if a text has errors.
 */
export function listUnreadPrompts(before: string, after: string): readonly string[] {
  const [was, is] = [readWorkflow(before).workflow, readWorkflow(after).workflow];
  if (was === null || is === null) return [];
  const earlier = new Map(listAskingSteps(was).map(step => [step.name, step]));
  return listAskingSteps(is).flatMap(step => {
    const other = earlier.get(step.name);
    const isUnread =
      other?.type === step.type &&
      joinPrompts(was, other) !== joinPrompts(is, step) &&
      describePolicyFindings(was, other) === describePolicyFindings(is, step);
    return isUnread ? [step.name] : [];
  });
}

const listAskingSteps = ({ steps }: Workflow): readonly AskingStep[] =>
  steps.filter((step): step is AskingStep => step.type !== 'code');

/** A step's prompt and its components, comparable. */
const joinPrompts = (workflow: Workflow, step: AskingStep): string =>
  JSON.stringify(
    listQuestionPrompts(step, listStepTraits(workflow, step)).map(({ parts }) =>
      parts.map(part => (part.kind === 'text' ? part.text : [part.name])),
    ),
  );

/** All that the policy finds in a step's prompts, comparable. */
const describePolicyFindings = (workflow: Workflow, step: AskingStep): string =>
  JSON.stringify(
    step.type === 'transition'
      ? listAskedAnswers(step, listStepTraits(workflow, step))
      : [
          requestsNewArtifact(step),
          ...(step.inState ?? workflow.nesting.leaves).map(leaf =>
            detectStepRole(step, workflow.states[leaf]),
          ),
        ],
  );
