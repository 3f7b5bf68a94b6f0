import { recallCode } from '../../../python/runMemory.ts';
import type { SourceProblem } from '../../../python/sourcePlace.ts';
import { resolveNestedPlace } from '../inputs/promptTemplate.ts';
import {
  type AskingStep,
  type CodeStep,
  listStepTraits,
  type Trait,
  type Workflow,
  type WorkflowStep,
} from '../inputs/workflow.ts';
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
  /** Traits that are injected into its prompt, in order. */
  readonly traits: readonly Trait[];
  /** The state that a code step asks for; null for none. */
  readonly target: { readonly step: CodeStep; readonly to: number } | null;
  readonly warnings: readonly Warning[];
}

const NO_TRAITS: readonly Trait[] = [];
const NO_QUESTION = { asking: null, traits: NO_TRAITS } as const;

/** Checks if a failure of a code step ends the turn. */
type EndsTurn = (step: CodeStep) => boolean;

/**
 * Runs the code steps that fit, in order, and finds the one step that asks, and what is injected into its prompt. Pure: variables set by code stay in the
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
      return { ...{ state, context, ran, failures, warnings }, isEnded: true, ...NO_QUESTION, target: null };
  }
  const asking = findQuestionStep(workflow, state, context, warn);
  const traits =
    asking === null
      ? NO_TRAITS
      : listStepTraits(workflow, asking).filter(({ condition }) => isConditionMet(condition, context, warn));
  return { ...{ state, context, ran, failures, warnings }, isEnded: false, asking, traits, target };
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
