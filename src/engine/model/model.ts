import type { Groups } from '../core/agentGroups.ts';
import type { Tick } from '../core/indices.ts';
import type { Files } from '../files/namedFile.ts';
import type { Between } from '../files/pieces.ts';
import type { Network } from '../network/network.ts';
import type { NetworkInfo } from '../network/networkInfo.ts';
import type { PromptWords } from '../oracle/formats/buildPromptTemplate.ts';
import type { Prompt } from '../oracle/formats/prompt.ts';
import type { Answer, Question } from '../oracle/oracle.ts';
import type { Would } from '../oracle/would.ts';
import type {
  ParameterDefinition,
  ParameterTable,
  ParameterValues,
} from '../parameters/parameterDefinition.ts';
import type { PyValue } from '../python/value.ts';
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
import type { StepReport } from '../statistics/stepReport.ts';
import type { ModelDetail, TriggerLine } from './agentDetail.ts';
import type { QueryTime } from './createAgentModelQueries.ts';
import type { ModelTables } from './dataTable.ts';
import type { DiscoveryReport } from './discovered.ts';
import type { ModelEvent } from './event.ts';
import type { FindingsOrder, MarkedRun, RunMark } from './findings.ts';
import type { ModelFrame } from './frame.ts';
import type { LabelCounts } from './labelCounts.ts';
import type { Moment, OutcomeDefinition, OutcomeValues } from './outcomeDefinition.ts';
import type { RulesSummary } from './rulesSummary.ts';
import type { WhyLink } from './whyLink.ts';

/** Source of bytes: the page fetches, Node reads. */
export interface ModelSources {
  /** A file that comes with Statescope: `networks/congress.bin`. @throws InputError when it cannot be had. */
  bundled(path: string): Promise<Uint8Array>;
  readonly files: Files;
  /** True if a run may exceed the default memory limit. */
  readonly isLarge?: boolean;
  /** Called while inputs are read that take long. */
  readonly between?: Between;
}

/** A model's inputs, loaded and checked. */
export interface Material<Inputs = unknown> {
  readonly inputs: Inputs;
  readonly agents: number;
  readonly networkInfo: NetworkInfo | null;
  /** Receivers of posts; absent for agents without a network. */
  readonly network?: Network;
  readonly inputInfo: Readonly<Record<string, InputInfo>>;
  /** Parameter values set by its inputs, in place of the preset's. */
  readonly parameters?: ParameterValues;
  /** Remarks of the loader: "3 repeated edges counted once". */
  readonly notes: readonly string[];
}

/** Facts about a model that are known before it is loaded. */
export interface ModelSpec {
  readonly name: string;
  readonly presets: readonly string[];
  readonly parameters: readonly ParameterDefinition[];
  /** Parameters that presets have in addition; absent for none. */
  readonly presetParameters?: Readonly<Record<string, readonly ParameterDefinition[]>>;
  /**
   * A model, or what is known of one, with the parameters that the preset or the files of a run declare as well, in the
   * place of others of the same names; absent for a model without such parameters.
   * @throws InputError for a file that cannot be read
   */
  readonly addDeclared?: <Known extends Pick<ModelSpec, 'parameters'>>(
    known: Known,
    setup: Pick<Setup, 'own' | 'preset'>,
    files: Files,
  ) => Promise<Known>;
  /** The table that some of them form; absent for a model without one. */
  readonly table?: ParameterTable;
  /**
   * Checks values that must agree with one another.
   * @param values those that differ from the preset
   * @throws InputError
   */
  readonly agree?: (values: ParameterValues) => void;
  /** Kind of its questions: a choice of options, or a text. */
  readonly asks: 'choices' | 'texts';
  /** True if its runs are played from a recording: nobody is asked, and nothing is left to chance. */
  readonly isRecorded?: true;
  /** True if its agents stand on a network. */
  readonly usesNetwork: boolean;
  /** Inputs that the user may supply. */
  readonly inputs: readonly InputDefinition[];
  /** Meaning of the set-up's number of agents, with the default: "agents (12)". */
  readonly agents: string;
  /** Random-number domains of its own; no two models share one. */
  readonly domains: Readonly<Record<string, number>>;
  /** Its scalar results. */
  readonly outcomes: readonly OutcomeDefinition[];
  /** Subject that can be measured in addition to the whole; absent for none. */
  readonly subject?: SubjectDefinition;
  /** Defaults of a run. */
  readonly defaults: SetupDefaults;
  /** Interventions in its world; absent for none. */
  readonly interventions?: readonly InterventionDefinition[];
  /** Subject of its comparison; absent for a model that has none. */
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
export interface Model<
  Inputs = unknown,
  Parameters extends ParameterValues = ParameterValues,
  State extends ModelState = ModelState,
> extends ModelSpec {
  /** The default chart; absent if each run has one of its own. */
  readonly chart?: ChartDefinition;
  /** Referent of a transition's context: a column of the document's log. */
  readonly contextColumn: string;
  /** Names of the per-tick counts that `ModelState.series` gives. */
  readonly series: readonly string[];
  /** Wording of its choices, with `{…}` for values of the question. */
  readonly prompt?: PromptWords;
  /** @throws InputError for input that cannot be read or is too large. */
  load(setup: Setup, sources: ModelSources): Promise<Material<Inputs>>;
  /**
   * The parts of a set-up that `load` reads, in addition to the user's files: set-ups with equal parts share inputs.
   */
  loadsBy(setup: Setup): readonly unknown[];
  create(config: RunConfig<Parameters>, inputs: Inputs): State;
}

/** Reports on a run in addition to its frames: for an inspected agent, and for the document. */
export interface ModelReports<State extends ModelState = ModelState> {
  /** Values drawn for an agent, for its record in the document. */
  attributes(agent: number): Readonly<Record<string, unknown>>;
  /** The model's own sections of the document, in order, row by row. */
  document(): readonly (readonly [name: string, rows: Iterable<object>])[];
  detail(agent: number): ModelDetail;
  /** Facts about each agent in addition to its moves, a column each, for files of the network; absent for none. */
  nodes?(): readonly NodeFacts[];
  /** The model's part of the tables for other programs; absent for none. */
  tables?(): ModelTables;
  /** The model by the ODD protocol, as Markdown with the values of a run; absent for a model without a description. */
  writeOdd?(config: RunConfig): string;
  /**
   * Causes of a thing of `ModelSpec.subject`, the newest link first; absent if they are unknown.
   * @throws InputError for one that the run does not have
   */
  why?(id: string): readonly WhyLink[];
  /**
   * Causes of an agent's part in the last sealed tick, from its events back to their conditions: answers, draws, rules,
   * values, and earlier actions.
   * @param machine that played the run
   * @param foreseen result of `foresee` a tick earlier; null if it is not known
   */
  whyMoment?(machine: Machine, agent: number, foreseen: unknown): readonly WhyLink[];
  /**
   * Input of `whyMoment` and `judged` about an agent before the next tick.
   * @param machine that played the run
   */
  foresee?(machine: Machine, agent: number): unknown;
  /**
   * An agent's transitions by the values that decided them in the last sealed tick, if the tick itself draws or sets
   * these; skipped ones, and those in links, are left out. Absent: by the values before it.
   * @param lines the transitions before that tick
   */
  judged?(
    machine: Machine,
    agent: number,
    lines: readonly TriggerLine[],
    foreseen: unknown,
  ): readonly TriggerLine[];
  /** Results of each step of the agents' work; absent for a model without steps. @param machine that played the run */
  steps?(machine: Machine, counted: Counted): StepReport;
  /** Effect that rules for stopping agents would have had; absent if the model has no such report. */
  rules?(): Promise<RulesSummary>;
  /**
   * Differences to another run of the model, for a model whose runs do not have the same agents under another set-up;
   * absent for others.
   * @param rest is awaited from time to time
   * @throws InputError for runs that cannot be compared
   */
  compareWith?(other: State, rest: () => Promise<unknown>): Promise<ComparisonSummary>;
  /**
   * Report of the run's findings for other people, and of those of another run next to them; absent for a model without
   * one.
   * @param rest is awaited from time to time
   * @throws InputError for a choice that does not exist, and for runs that cannot be compared
   */
  writeFindings?(
    order: FindingsOrder,
    mark: RunMark,
    other: MarkedRun<State> | null,
    rest: () => Promise<unknown>,
  ): Promise<string>;
  /** Labels by which its agents can be split into two sets to compare; absent for a model without labels. */
  labels?(): readonly LabelCounts[];
  /** The chart that its agents' moves make; absent for a model whose chart is known before. */
  discovery?(): Promise<DiscoveryReport>;
  /** Effect of an answer to a question of the run, if it were taken. Changes nothing. */
  would(question: Question, answer: Answer): Would;
  /**
   * Events of a sealed tick in addition to transitions and changes, of each agent in their order: the same at every
   * call. Absent: the event log has no others.
   */
  events?(tick: Tick): Iterable<ModelEvent>;
  /**
   * The agents' steps by the clock, in the Trace Event Format of Chrome and Perfetto, piece by piece; absent for a model
   * whose steps have no times.
   * @param hasTexts true for the texts of the recordings as well, unless the set-up hides them
   */
  traceEvents?(hasTexts: boolean): Promise<Iterable<string>>;
}

/** Variables of each agent's own in addition to its columns, as they are for its next turn. */
export interface AgentVariables {
  /** All that an agent may have; those that nothing has set yet among them. */
  readonly names: readonly string[];
  of(agent: number): { get(name: string): PyValue | undefined };
}

/** An agent that its model finds stuck, and why. */
interface Verdict {
  readonly agent: number;
  readonly reason: string;
  /** Multiple of the limit. */
  readonly score: number;
  /** Place in the text that the run is made from that keeps the agent, from 1; absent for none. */
  readonly at?: { readonly line: number; readonly column: number };
}

/** A model at work. The run owns the machine and the loop; the model owns its columns. */
export interface ModelState {
  readonly population: Population;
  /** Absent for a model that has all that conditions may read in columns. */
  readonly variables?: AgentVariables;
  /** The run's own chart, for a model without a common one or with a second one. */
  readonly chart?: ChartDefinition;
  /** True if an earlier version used these state names. Absent if the names never changed. */
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
  /** New values of parameters, from `tick` on; absent if none can be changed in mid-run. */
  adopt?(parameters: ParameterValues, tick: Tick): void;
  /** Counts the whole run by other values of the parameters on which only measures depend; absent if there are none. */
  remeasure?(parameters: ParameterValues): void;
  /**
   * Applies the changes of a tick, before its questions; called again if the tick is abandoned.
   * @returns those without an effect
   */
  intervene?(changes: readonly Intervention[], tick: Tick): readonly Intervention[];
  /** Names of the parameters that this run reads; absent if it reads all. */
  readonly parametersRead?: ReadonlySet<string>;
  /** Counts of the last tick, in the order of `Model.series`. */
  series(): readonly number[];
  /** Outcomes that depend on the run's inputs, in addition to the model's; absent for none. */
  readonly ownOutcomes?: readonly OutcomeDefinition[];
  /**
   * One value per `ModelSpec.outcomes` and `ownOutcomes`, after the last tick or any before it.
   * @param wanted numbers of those that are wanted, others may be null; absent: all
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
   * An agent's own simulated time at the end of a tick, in milliseconds since the run's start; absent if all go by the
   * ticks.
   */
  ownTime?(agent: number, tick: Tick): number;
  /** The displayed name of an agent: the user's own name for it, if there is one. */
  nameOf(agent: number): string;
  labelOf?(agent: number): string | null;
  readonly groups?: Groups | undefined;
  /**
   * Division of the agents by the file of their network: the same as `groups` if the model has no division of its own;
   * absent for none.
   */
  readonly networkGroups?: Groups | undefined;
  /** Sort keys for one of the model's own orders, smallest first; null for an unknown order. */
  order?(name: string, focus: number | null): ArrayLike<number> | null;
  /** Answers a query of the model's own. @throws InputError for an unknown one. */
  query(name: string, argument: unknown, now: QueryTime): unknown;
  /** Reports on the run in its present state; loaded at the first request. */
  loadReports(): Promise<ModelReports>;
  /** Choices that a language model made, the latest first, at most `limit`; for asking them again. */
  answered?(limit: number): readonly Question[];
  /** Last tick of which an agent's course is known, if it may go on unseen; null: the last tick. Absent: all are known. */
  findLastTick?(agent: number): Tick | null;
  /** Agents that its own rules find stuck after the last tick; absent for no such rules. */
  verdicts?(): readonly Verdict[];
  /** Closing remarks of a run, line by line: warnings, what failed often. */
  closingLines?(): readonly string[];
  /** Opening report for players without a page: the files that were read, a line each. */
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

/** One fact about every agent: a value each, null if there is none. */
export interface NodeFacts {
  readonly name: string;
  readonly values: readonly (string | number | boolean | null)[];
}

/**
 * A model's own comparison of two of its runs, in addition to the general one: plain data that generic code passes on.
 */
export interface ComparisonReport {
  readonly kind: string;
}

/** A model's own comparison of two of its runs. */
interface ComparisonSummary {
  readonly report: ComparisonReport;
  /** The same for people, line by line. */
  lines(): readonly string[];
}
