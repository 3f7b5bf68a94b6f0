import type { Condition as Expression, Program } from '../../../python/program.ts';
import type { Place } from '../../../python/sourcePlace.ts';
import type { PlainWords } from '../../../statechart/definition.ts';
import type { FailurePolicy } from '../workflowTerms.ts';
import type { Nesting } from './nesting.ts';
import type { Anchor, Template } from './promptTemplate.ts';

/** An expression that is true or false. */
export interface Condition extends Anchor {
  /** The condition as written: `has_context`. */
  readonly text: string;
  readonly program: Expression;
}

/** A declared transition; a state is its number. */
export interface WorkflowEdge extends Place {
  /** Source state, at whatever level; null for any. */
  readonly from: number | null;
  readonly to: number;
  /** Condition; null: always open. */
  readonly condition: Condition | null;
  /** Its meaning for people, as far as the author gives it. */
  readonly words: Partial<PlainWords>;
}

interface StepBase extends Place {
  readonly name: string;
  /** Numbers of the leaves that it runs in; null: any. */
  readonly inState: readonly number[] | null;
  readonly runIf: Condition | null;
  readonly onFailure: FailurePolicy;
  readonly maxRetries: number;
}

/** A step that runs a program and may name the state to go to. */
export interface CodeStep extends StepBase {
  readonly type: 'code';
  readonly program: Program;
  /** Start of the code in the text. */
  readonly codeAt: Anchor;
  readonly transitionTo: number | null;
}

/** A step that asks for an action. */
export interface LlmStep extends StepBase {
  readonly type: 'llm';
  readonly prompt: Template;
  readonly transitionTo: number | null;
}

/** A step that asks for one key of a map of states. */
export interface TransitionStep extends StepBase {
  readonly type: 'transition';
  readonly prompt: Template;
  /** Keys with their states, in the order of the text. */
  readonly map: readonly { readonly key: string; readonly to: number }[];
}

/** Keys that an agent can answer with. */
export const listAnswerKeys = ({ map }: TransitionStep): readonly string[] => map.map(({ key }) => key);

/** A step that puts a question. */
export type AskingStep = LlmStep | TransitionStep;
/** Any step of a workflow. */
export type WorkflowStep = CodeStep | AskingStep;

/** Code that conditions may ask by the artifact's name. */
export interface ArtifactCode extends Place {
  readonly name: string;
  readonly program: Program;
  /** Start of the code in the text. */
  readonly codeAt: Anchor;
}

/** Text that is appended to the prompts of some steps. */
export interface Trait extends Place {
  readonly name: string;
  /** Condition of being appended, at each question; null: always. */
  readonly condition: Condition | null;
  readonly prompt: Template;
  /** Names of steps. */
  readonly injectInto: readonly string[];
}

/** Traits that may be appended to a step's prompt, in order. */
export const listStepTraits = (
  { traits }: Pick<Workflow, 'traits'>,
  { name }: AskingStep,
): readonly Trait[] => traits.filter(({ injectInto }) => injectInto.includes(name));

/** The prompts of a question: the step's own, then those of the traits that are injected. */
export const listQuestionPrompts = (step: AskingStep, traits: readonly Trait[]): readonly Template[] =>
  [step, ...traits].map(({ prompt }) => prompt);

/**
 * An agent as its author wrote it, checked: every state is declared, and every foreseeable move has an edge.
 */
export interface Workflow {
  /** Names of the states at all levels, in the order of the text. */
  readonly states: readonly string[];
  readonly nesting: Nesting;
  /** Activity of an agent in a state, for people: by the state's name, if the author gives it. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** The leaf in which agents begin. */
  readonly initial: number;
  /** Edges in the order of the text. */
  readonly edges: readonly WorkflowEdge[];
  readonly steps: readonly WorkflowStep[];
  readonly traits: readonly Trait[];
  /** Artifacts that conditions may ask, by name, in the order of the text. */
  readonly artifacts: ReadonlyMap<string, ArtifactCode>;
}
