import type { Groups } from '../core/groups.ts';
import type { Tick } from '../core/indices.ts';
import type { Files } from '../files/namedFile.ts';
import type { Between } from '../files/pieces.ts';
import type { Network } from '../network/network.ts';
import type { NetworkInfo } from '../network/networkInfo.ts';
import type { PromptWords } from '../oracle/formats/promptWords.ts';
import type { Prompt } from '../oracle/formats/words.ts';
import type { Answer, Question } from '../oracle/oracle.ts';
import type { Would } from '../oracle/would.ts';
import type { ParameterDefinition, ParameterTable, ParameterValue } from '../parameters/parameters.ts';
import type { Value } from '../python/value.ts';
import type {
  InputDefinition,
  InputInfo,
  Intervention,
  InterventionDefinition,
  RunConfig,
  Setup,
  SetupDefaults,
} from '../setup/config.ts';
import type { ChartDefinition } from '../statechart/definition.ts';
import type { Hierarchy } from '../statechart/hierarchy/hierarchy.ts';
import type { Machine } from '../statechart/machine.ts';
import type { Population } from '../statechart/population.ts';
import type { Counted } from '../statistics/counted.ts';
import type { StepReport } from '../statistics/steps.ts';
import type { BesideTold } from './besideReport.ts';
import type { ModelDetail, TriggerLine } from './detail.ts';
import type { DiscoveryTold } from './discovered.ts';
import type { ModelEvent } from './event.ts';
import type { ModelFrame } from './frame.ts';
import type { QueryTime } from './modelQueries.ts';
import type { NodeFacts } from './nodeFacts.ts';
import type { Moment, OutcomeDefinition, OutcomeValues } from './outcomes.ts';
import type { RulesTold } from './rulesTold.ts';
import type { WhyLink } from './why.ts';

/** Source of bytes: the page fetches, Node reads. */
export interface Sources {
  /** A file that comes with Statescope: `networks/congress.bin`. @throws InputError when it cannot be had. */
  bundled(path: string): Promise<Uint8Array>;
  readonly files: Files;
  /** Whether a run may take more memory than is taken unasked. */
  readonly isLarge?: boolean;
  /** Called while inputs are read that take long. */
  readonly between?: Between;
}

/** A model's inputs, loaded and checked. */
export interface Material<Inputs = unknown> {
  readonly inputs: Inputs;
  readonly agents: number;
  readonly networkInfo: NetworkInfo | null;
  /** Who receives whose posts; absent for agents that stand on no network. */
  readonly network?: Network;
  readonly inputInfo: Readonly<Record<string, InputInfo>>;
  /** Parameter values set by its inputs, in place of the preset's. */
  readonly parameters?: Readonly<Record<string, ParameterValue>>;
  /** Remarks of the loader: "3 repeated edges counted once". */
  readonly notes: readonly string[];
}

/** Facts about a model that are known before it is loaded. */
export interface ModelSpec {
  readonly name: string;
  readonly presets: readonly string[];
  readonly parameters: readonly ParameterDefinition[];
  /** The table that some of them form; absent for a model without one. */
  readonly table?: ParameterTable;
  /**
   * Checks values that must agree with one another. @param values those that differ from the preset
   * @throws InputError
   */
  readonly agree?: (values: Readonly<Record<string, ParameterValue>>) => void;
  /** Kind of its questions: a choice of options, or a text. */
  readonly asks: 'choices' | 'texts';
  /** Whether its runs are played from a recording: nothing is asked of anybody, and nothing is left to chance. */
  readonly isRecorded?: true;
  /** Whether its agents stand on a network. */
  readonly usesNetwork: boolean;
  /** Inputs that the user may supply. */
  readonly inputs: readonly InputDefinition[];
  /** What the set-up's number of agents counts, and how many there are by default: "agents (12)". */
  readonly agents: string;
  /** Random-number domains of its own; no two models share one. */
  readonly domains: Readonly<Record<string, number>>;
  /** Its scalar results. */
  readonly outcomes: readonly OutcomeDefinition[];
  /** What can be measured beside the whole; absent for a model that measures nothing else. */
  readonly subject?: SubjectDefinition;
  /** Defaults of a run. */
  readonly defaults: SetupDefaults;
  /** What changes can do to its world; absent for a model without such. */
  readonly interventions?: readonly InterventionDefinition[];
  /** What its comparison shows; absent for a model that has none. */
  readonly compares?: string;
  /** Option of the command line that writes a file per agent, for a model with `ModelState.agentFile`. */
  readonly agentFiles?: { readonly option: string; readonly meaning: string };
}

/** A part of a run that is measured by itself, such as a post. */
export interface SubjectDefinition {
  /** "post" */
  readonly noun: string;
  /** Its id, by an example: `post_012`. */
  readonly example: string;
  readonly fits: RegExp;
  readonly outcomes: readonly OutcomeDefinition[];
}

/** One kind of agent: a chart, what happens in a tick, how its questions are put and answered. */
export interface Model<Inputs = unknown> extends ModelSpec {
  /** The usual one; absent where each run has one of its own. */
  readonly chart?: ChartDefinition;
  /** Referent of a transition's context: a column of the document's log. */
  readonly contextColumn: string;
  /** Names of the per-tick counts that `ModelState.series` gives. */
  readonly series: readonly string[];
  /** How its choices are put in words, with `{…}` where a question fills them in. */
  readonly prompt?: PromptWords;
  /** @throws InputError for input that cannot be read or is too large. */
  load(setup: Setup, sources: Sources): Promise<Material<Inputs>>;
  /**
   * The parts of a set-up that `load` reads, besides the user's files: set-ups with equal parts share inputs.
   */
  loadsBy(setup: Setup): readonly unknown[];
  create(config: RunConfig, inputs: Inputs): ModelState;
}

/** What is told of a run beside its frames: of an agent that is looked at, and in the document. */
export interface Telling {
  /** What was drawn for an agent, for its record in the document. */
  attributes(agent: number): Readonly<Record<string, unknown>>;
  /** The model's own sections of the document, in order, row by row. */
  document(): readonly (readonly [name: string, rows: Iterable<object>])[];
  detail(agent: number): ModelDetail;
  /** What happened to each agent beside its moves, a column each, for files of the network; absent for nothing more. */
  nodes?(): readonly NodeFacts[];
  /** Why a thing of `ModelSpec.subject` came to be, the newest link first; absent where that is not told. @throws InputError for one that the run does not have */
  why?(id: string): readonly WhyLink[];
  /**
   * What an agent's part in the last sealed tick hung on, from what happened to what made it possible: answers, draws, rules,
   * values, and earlier deeds. @param machine that played the run @param foreseen what `foresee` gave a tick earlier; null
   * where that is not known
   */
  whyMoment?(machine: Machine, agent: number, foreseen: unknown): readonly WhyLink[];
  /** What `explainAgentMoment` and `judged` need of an agent as it stood before the next tick. @param machine that played the run */
  foresee?(machine: Machine, agent: number): unknown;
  /**
   * An agent's transitions by what they were judged by in the last sealed tick, where the tick itself draws or sets it;
   * those that were not looked at, and those that links tell of, are left out. Absent: by what held before it.
   * @param lines the transitions as they stood before that tick
   */
  judged?(
    machine: Machine,
    agent: number,
    lines: readonly TriggerLine[],
    foreseen: unknown,
  ): readonly TriggerLine[];
  /** What came of each step of the agents' work; absent for a model without steps. @param machine that played the run */
  steps?(machine: Machine, counted: Counted): StepReport;
  /** What rules that stop agents would have done; absent where nobody has asked that of the model. */
  rules?(): Promise<RulesTold>;
  /**
   * What another run of the model has otherwise, for a model whose runs are not the same agents under another set-up; absent
   * for others. @param rest is awaited now and then @throws InputError for runs that cannot be compared
   */
  beside?(other: ModelState, rest: () => Promise<unknown>): Promise<BesideTold>;
  /** The chart that its agents' moves make; absent for a model whose chart is known before. */
  discovery?(): Promise<DiscoveryTold>;
  /** What an answer to a question of the run would do, were it taken. Changes nothing. */
  would(question: Question, answer: Answer): Would;
  /**
   * What happened in a sealed tick beside transitions and changes, of each agent in the order in which it happened: the
   * same whenever it is asked. Absent: nothing else is told in the event log.
   */
  events?(tick: Tick): Iterable<ModelEvent>;
}

/** Variables of each agent's own beside its columns, as they are for its next turn. */
export interface AgentVariables {
  /** All that an agent may have; those that nothing has set yet among them. */
  readonly names: readonly string[];
  of(agent: number): { get(name: string): Value | undefined };
}

/** A model at work. The run owns the machine and the loop; the model owns its columns. */
export interface ModelState {
  readonly population: Population;
  /** Absent for a model that has all that conditions may read in columns. */
  readonly variables?: AgentVariables;
  /** The run's own chart, for a model without a common one or with another beside it. */
  readonly chart?: ChartDefinition;
  /** Whether a version of before named the states of the run's own chart like this; absent: none named them otherwise. */
  wereNamed?(states: readonly string[]): boolean;
  /** For a chart that is more than a simple one; absent for others. */
  readonly hierarchy?: Hierarchy | null;
  /** Called once with the machine that plays the run. */
  playedOn?(machine: Machine): void;
  /** Referent of a transition's context number, for histories: `{post_id: "post_012"}`. */
  resolveContext(context: number): unknown;
  /** One question from each agent in an ambiguous state, in agent order. Changes nothing. */
  questions(tick: Tick): readonly Question[];
  /** Fires at most one transition per agent, in agent order; `answers[i]` belongs to `questions[i]`. */
  apply(tick: Tick, questions: readonly Question[], answers: readonly Answer[], machine: Machine): void;
  /** Delivers what agents did to others in this tick. */
  deliver(tick: Tick, machine: Machine): void;
  /** The built-in answer. Pure. */
  policy(question: Question): Answer;
  /** New values of parameters, from `tick` on; absent where none can be changed in mid-run. */
  adopt?(parameters: Readonly<Record<string, ParameterValue>>, tick: Tick): void;
  /**
   * Does what the changes of a tick say, before its questions; called again where the tick is abandoned.
   * @returns those for which there was nothing to change
   */
  intervene?(changes: readonly Intervention[], tick: Tick): readonly Intervention[];
  /** Names of the parameters that this run reads; absent where it reads all. */
  readonly parametersRead?: ReadonlySet<string>;
  /** Counts of the last tick, in the order of `Model.series`. */
  series(): readonly number[];
  /** Outcomes that hang on the run's inputs, beside the model's; absent for none. */
  readonly ownOutcomes?: readonly OutcomeDefinition[];
  /**
   * One value per `ModelSpec.outcomes` and `ownOutcomes`, after the last tick or any before it. @param wanted numbers of those that are wanted,
   * others may be null; absent: all
   */
  outcomesAt(moment: Moment, wanted?: ReadonlySet<number>): OutcomeValues;
  /** One value per outcome of `ModelSpec.subject`. @throws InputError for one that the run does not have by then */
  subjectAt?(id: string, moment: Moment): OutcomeValues;
  /** The tick in which it came to be. @throws InputError for one that the run does not have */
  subjectSince?(id: string): Tick;
  frame(tick: Tick): ModelFrame;
  /** The run's own, in place of the model's. */
  readonly prompt?: PromptWords;
  /** The full prompt of a model that asks for texts, with `{…}` for what a question fills in. */
  readonly template?: Prompt;
  /** Nothing more can happen. */
  readonly isOver: boolean;
  /**
   * An agent's own simulated time at the end of a tick, in milliseconds since the run's start; absent where all go by
   * the ticks.
   */
  ownTime?(agent: number, tick: Tick): number;
  /** The name shown for an agent, and the user's own name for it where there is one. */
  nameOf(agent: number): string;
  labelOf?(agent: number): string | null;
  readonly groups?: Groups | undefined;
  /** As the file of its network divides its agents: the same as `groups` where the model has no division of its own; absent for none. */
  readonly networkGroups?: Groups | undefined;
  /** Sort keys for one of the model's own orders, smallest first; null for an unknown order. */
  order?(name: string, focus: number | null): ArrayLike<number> | null;
  /** Answers a query of the model's own. @throws InputError for an unknown one. */
  query(name: string, argument: unknown, now: QueryTime): unknown;
  /** What is told of the run as it stands, whenever that is asked for; loaded when it is first wanted. */
  telling(): Promise<Telling>;
  /** Choices that a language model made, the latest first, at most `limit`; for asking them again. */
  answered?(limit: number): readonly Question[];
  /** Agents that its own rules find stuck after the last tick, why, and how many times the limit; absent for no such rules. */
  verdicts?(): readonly { readonly agent: number; readonly reason: string; readonly score: number }[];
  /** Closing remarks of a run, line by line: warnings, what failed often. */
  closingLines?(): readonly string[];
  /** What whoever plays it without a page is told before: what was read of files, a line each. */
  openingLines?(): readonly string[];
  /** The model's additions to a run's summary. */
  summary?(): Readonly<Record<string, unknown>>;
  /** An agent as a file of its own, as of the sealed tick; `sha256` is that of the text. */
  agentFile?(agent: number): { readonly name: string; readonly text: string; readonly sha256: string };
  /** Everything except the population's columns, as plain data; restored into a run that has just been made. */
  save(): unknown;
  restore(saved: unknown): void;
  /** Decisions and failed answers so far. */
  readonly decisionCount: number;
  readonly failureCount: number;
}
