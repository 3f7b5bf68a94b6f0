import { recallCode } from '../../../python/runMemory.ts';
import type { SourceProblem } from '../../../python/sourcePlace.ts';
import { resolveNestedPlace } from '../inputs/promptTemplate.ts';
import type { AskingStep, CodeStep, Workflow, WorkflowStep } from '../inputs/workflow.ts';
import { isConditionMet, type Warning } from './isConditionMet.ts';
import type { TurnContext } from './turnContext.ts';

/** A code step that broke off. */
interface CodeFailure {
  readonly step: CodeStep;
  readonly reason: string;
  readonly warning: Warning;
}

/** A turn up to its question: the results of the code steps, and the question. */
export interface Plan {
  readonly state: number;
  readonly context: TurnContext;
  /** Code steps that ran through, in order. */
  readonly ran: readonly CodeStep[];
  readonly failures: readonly CodeFailure[];
  /** True if the last failure ends the turn, by a retry or because the workflow has ended. */
  readonly isEnded: boolean;
  /** The step that asks; null if none does in this turn. */
  readonly asking: AskingStep | null;
  /** The state that a code step asks for; null for none. */
  readonly target: { readonly step: CodeStep; readonly to: number } | null;
  readonly warnings: readonly Warning[];
}

/** Checks if a failure of a code step ends the turn. */
type EndsTurn = (step: CodeStep) => boolean;

/**
 * Runs the code steps that fit, in order, and finds the one step that asks. Pure: variables set by code stay in the
 * context until it is settled. Code is over if the agent's share of the tick is spent.
 * @param ends true if a failed code step ends the turn
 */
export function planTurn(workflow: Workflow, state: number, context: TurnContext, ends: EndsTurn): Plan {
  const warnings: Warning[] = [];
  const warn = (warning: Warning) => warnings.push(warning);
  const ran: CodeStep[] = [];
  const failures: CodeFailure[] = [];
  let target: Plan['target'] = null;
  for (let number = 0; number < workflow.steps.length; number++) {
    const step = workflow.steps[number];
    if (step.type !== 'code' || !isStepInState(step, state) || !isConditionMet(step.runIf, context, warn))
      continue;
    if (context.allowance.isSpent) break;
    context.step = number;
    const outcome = recallCode(step.program, context, context.allowance);
    if (outcome.kind === 'done') {
      ran.push(step);
      if (step.transitionTo !== null) target ??= { step, to: step.transitionTo };
      continue;
    }
    failures.push({ step, reason: outcome.problem.message, warning: createCodeWarning(step, outcome) });
    if (ends(step))
      return { state, context, ran, failures, isEnded: true, asking: null, target: null, warnings };
  }
  const asking = findQuestionStep(workflow, state, context, warn);
  return { state, context, ran, failures, isEnded: false, asking, target, warnings };
}

/** A warning at the place in the text at which the code broke off. */
function createCodeWarning(
  { name, codeAt }: CodeStep,
  { error, problem }: { readonly error: string; readonly problem: SourceProblem },
): Warning {
  const message = `step “${name}” breaks off: ${problem.message}`;
  return { message, kind: error, ...resolveNestedPlace(codeAt, problem) };
}

/** The first step that fits; only one step asks in a turn. */
function findQuestionStep(
  { steps }: Workflow,
  state: number,
  context: TurnContext,
  warn: (warning: Warning) => void,
): AskingStep | null {
  for (const step of steps)
    if (step.type !== 'code' && isStepInState(step, state) && isConditionMet(step.runIf, context, warn))
      return step;
  return null;
}

const isStepInState = ({ inState }: WorkflowStep, state: number): boolean =>
  inState === null || inState.includes(state);
