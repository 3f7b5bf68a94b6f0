import type { Place } from '../../../python/place.ts';
import type { Condition as Expression, Program } from '../../../python/program.ts';
import type { FailurePolicy } from '../words.ts';
import type { Anchor } from './place.ts';
import type { Template } from './template.ts';

/** An expression that is true or false. */
export interface Condition extends Anchor {
  /** As it is written: `has_context`. */
  readonly text: string;
  readonly program: Expression;
}

/** A declared transition; a state is its number. */
export interface Edge extends Place {
  /** Null: any state. */
  readonly from: number | null;
  readonly to: number;
  /** Null: always valid. */
  readonly condition: Condition | null;
}

interface StepBase extends Place {
  readonly name: string;
  /** Numbers of the states that it runs in; null: any. */
  readonly inState: readonly number[] | null;
  readonly runIf: Condition | null;
  readonly onFailure: FailurePolicy;
  readonly maxRetries: number;
}

/** A step that runs a program and may name the state to go to. */
export interface CodeStep extends StepBase {
  readonly type: 'code';
  readonly program: Program;
  /** Where the code begins. */
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
  /** In the order in which they are written. */
  readonly map: readonly { readonly key: string; readonly to: number }[];
}

/** What an agent can answer to a step that lets it choose. */
export const keysOf = ({ map }: TransitionStep): readonly string[] => map.map(({ key }) => key);

/** A step that puts a question. */
export type AskingStep = LlmStep | TransitionStep;
/** Any step of a workflow. */
export type Step = CodeStep | AskingStep;

/** Text that is appended to the prompts of some steps. */
export interface Trait extends Place {
  readonly name: string;
  readonly prompt: Template;
  /** Names of steps. */
  readonly injectInto: readonly string[];
}

/** An agent as its author wrote it, checked: every state is declared, every move that can be known has an edge. */
export interface Workflow {
  readonly states: readonly string[];
  readonly initial: number;
  /** In the order of the text. */
  readonly edges: readonly Edge[];
  readonly steps: readonly Step[];
  readonly traits: readonly Trait[];
}
