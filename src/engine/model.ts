import type { ParameterDefinition, ParameterValue, RunConfig } from './config.ts';
import type { AgentDetail } from './detail.ts';
import type { ModelFrame } from './frame.ts';
import type { Tick } from './indices.ts';
import type { Network } from './network/network.ts';
import type { Answer, ChoiceOption, Question } from './oracle.ts';
import type { Population } from './population.ts';
import type { ChartDefinition } from './statechart/definition.ts';
import type { Machine } from './statechart/machine.ts';

/** What the user brings beside the configuration. */
export interface Inputs {
  readonly network: Network;
}

/** One kind of agent: a chart, what happens in a tick, how its questions are put and answered. */
export interface Model {
  readonly name: string;
  readonly chart: ChartDefinition;
  readonly presets: readonly string[];
  readonly parameters: readonly ParameterDefinition[];
  /** Names of the per-tick counts that `ModelState.series` gives. */
  readonly series: readonly string[];
  /** How its choices are put in words, with `{…}` where a question fills them in. */
  readonly prompt?: PromptWords;
  create(config: RunConfig, inputs: Inputs): ModelState;
}

/** Static rules and the template of the situation, for an agent's own question and for its kind's. */
export interface PromptWords {
  readonly options: readonly ChoiceOption[];
  readonly own: { readonly rules: string; readonly situation: string };
  readonly kin: { readonly rules: string; readonly situation: string } | null;
}

/** A model at work. The run owns the machine and the loop; the model owns its columns. */
export interface ModelState {
  readonly population: Population;
  /** What a transition's context number refers to, for histories: `{post_id: "post_012"}`. */
  resolveContext(context: number): unknown;
  /** One question from each agent in an ambiguous state, in agent order. Changes nothing. */
  questions(tick: Tick): readonly Question[];
  /** Fires at most one transition of each agent, in agent order; `answers[i]` belongs to `questions[i]`. */
  apply(tick: Tick, questions: readonly Question[], answers: readonly Answer[], machine: Machine): void;
  /** Delivers what agents did to others in this tick. */
  deliver(tick: Tick, machine: Machine): void;
  /** The built-in answer. Pure. */
  policy(question: Question): Answer;
  /** New values of parameters, from `tick` on. */
  adopt(parameters: Readonly<Record<string, ParameterValue>>, tick: Tick): void;
  /** Counts of the last tick, in the order of `Model.series`. */
  series(): readonly number[];
  frame(tick: Tick): ModelFrame;
  /** What was drawn for an agent, for its record in the document. */
  attributes(agent: number): Readonly<Record<string, unknown>>;
  /** The model's own sections of the document, in order, row by row. */
  document(): readonly (readonly [name: string, rows: Iterable<object>])[];
  detail(agent: number): AgentDetail['model'];
  /** Questions that a language model answered, the latest first, at most `limit`; for asking them again. */
  answered(limit: number): readonly Question[];
  /** Decisions and failed answers so far. */
  readonly decisionCount: number;
  readonly failureCount: number;
}
