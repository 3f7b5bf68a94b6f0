import type { Tick } from '../core/indices.ts';
import type { Direction, EdgeReading, RepeatRule } from '../network/reading/edgeReading.ts';
import type { WeightUse } from '../network/weightUse.ts';

/** Booleans are switches; integers and fractions are both numbers. */
export type ParameterValue = number | boolean;
/** What is otherwise in a run from a tick on. A parameter's change is the one without a `kind`, as in older documents. */
export type Change = ParameterChange | AnswerChange | Intervention | ChanceChange;

/** A live parameter set anew in mid-run. */
export interface ParameterChange {
  readonly kind?: undefined;
  /** The first tick in which the new value holds. */
  readonly tick: Tick;
  readonly name: string;
  readonly value: ParameterValue;
}

/** An agent's answer, given in place of what the oracle would say; without effect where the agent is not asked. */
export interface AnswerChange {
  readonly kind: 'answer';
  /** The tick of the question. */
  readonly tick: Tick;
  /** Its id: `agent_005`. */
  readonly agent: string;
  /** Of a choice the action of an option, of a completion the text. */
  readonly answer: string;
}

/** Another seed for all that is drawn from a tick on: what was before stays, and chance is new. */
export interface ChanceChange {
  readonly kind: 'chance';
  /** The first tick that draws by it; also one of the warm-up. */
  readonly tick: Tick;
  readonly seed: number;
}

/** Something that is done to the world of a model; which deeds there are says the model. */
export interface Intervention {
  readonly kind: 'intervention';
  /** The first tick in which it holds. */
  readonly tick: Tick;
  /** Name of an `InterventionDefinition`. */
  readonly name: string;
  /** To whom or to what, by ids and names. */
  readonly on: readonly string[];
}

/** The run from which another one branches off, and by what. No part of what determines it. */
export interface BranchOrigin {
  /** Hash of that run, and its rounds, when it was left. */
  readonly hash: string;
  readonly rounds: Tick;
  /** The last round that both have in common. */
  readonly after: Tick;
  /** `oracle`: another one decides from then on; `text`: it is made from another text, from the start. */
  readonly by: Change | { readonly kind: 'oracle' | 'text' };
}

/** A deed that changes can do to a model's world. */
export interface InterventionDefinition {
  /** Name in changes: `remove_post`. */
  readonly name: string;
  /** What it is done to, by an example: `post_012`. */
  readonly takes: string;
  readonly meaning: string;
  /** What is wrong with what it is to be done to; null for nothing. */
  mistakeIn(on: readonly string[]): string | null;
}

/** What answers the questions. A key is never part of it: it stays in memory, beside the set-up. */
export type OracleSetup = { readonly kind: 'policy' } | { readonly kind: 'replay' } | ModelSetup;
/** A language model, on a server or in the browser. */
export type ModelSetup = RemoteSetup | LocalSetup;
/** Kinds of oracle that ask a language model. */
export type ModelKind = ModelSetup['kind'];
/** Dialects of servers: Ollama's own, or `/v1/chat/completions`. */
export type RemoteKind = 'ollama' | 'openai';
/** Runtimes inside the browser: on WebGPU, and on the processor. */
export type LocalKind = 'webllm' | 'wllama';

/** A language model behind one or more servers. */
export interface RemoteSetup extends Asking {
  readonly kind: RemoteKind;
  /** Base URLs without a slash at the end; calls are spread over them. */
  readonly urls: readonly string[];
  /** As the server names it. */
  readonly model: string;
}

/** A language model inside the browser. */
export interface LocalSetup extends Asking {
  readonly kind: LocalKind;
  /** Name in the runtime's list, or the user's own name for a model with a source of its own. */
  readonly model: string;
  /** Null for a model of the list. */
  readonly source: ModelSource | null;
}

/** Location of the files of a model that is on no list. */
export interface ModelSource {
  /** WebLLM: the folder of the weights; wllama: the GGUF, or `file:` and its name for one from this machine. */
  readonly url: string;
  /** URL of the compiled library; WebLLM only. */
  readonly library: string | null;
  /** Revision that the files are pinned to, such as a commit; null follows the newest. */
  readonly revision: string | null;
}

/** How a language model is asked. */
export interface Asking {
  /** `auto`: letters where the model gives log-probabilities, else JSON. */
  readonly form: 'auto' | 'letter' | 'json';
  /** Ask once for (archetype, post) and adapt the answer to each agent. */
  readonly archetypes: boolean;
  /** Whether the model writes the text of replies and comments; JSON only. */
  readonly texts: boolean;
  /** Temperature of the model's own sampling, 0 to 2; JSON only: letters are sampled by the engine. */
  readonly temperature: number;
  readonly limits: Limits;
}

/** Limits on an oracle's use; null for none. All can be changed in mid-run. */
export interface Limits {
  readonly callsPerRun: number | null;
  readonly tokensPerRun: number | null;
  readonly callsPerRound: number | null;
  readonly tokensPerRound: number | null;
  /** Seconds from dispatch to the last byte; anything after that is late. */
  readonly deadline: number | null;
  /** Unusable answers in a row after which the run pauses, so that somebody can take a look. */
  readonly unusable: number | null;
}

/** An input of a model for which the user may bring files. */
export interface InputDefinition {
  /** Name in set-up, document and command line: `corpus`. */
  readonly name: string;
  /** Noun in messages: "documents". */
  readonly noun: string;
  /** What a path on the command line may be; a folder stands for the files in it that fit. */
  readonly from: 'file' | 'folder' | 'file or folder';
  /** Pattern for the names of files that fit, and the same in words: ".md or .txt". */
  readonly fits: { readonly pattern: RegExp; readonly words: string };
  /** Most bytes of its files, where more are read in pieces than are held at once; absent: what is held. */
  readonly most?: number;
  /** Meaning of the input, and what replaces it when absent. */
  readonly meaning: string;
}
/** Name of an input for which the user may bring files of their own; a network of theirs is named `file`. */
export type OwnInput = string;

/** A file of the user's. */
export interface NamedFile {
  readonly name: string;
  /** Empty for a file that has a `source`. */
  readonly bytes: Uint8Array;
  /** What is read in pieces instead, where the file is too large to be held. */
  readonly source?: FileSource;
  /** As it was before it was last written, where that is kept beside it. */
  readonly previous?: Uint8Array;
}

/** A file that is not in memory; a `File` of the page is one. */
interface FileSource {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified?: number;
  stream(): ReadableStream<Uint8Array>;
}
/** The user's files, by purpose: `network`, or the name of an input of the model. */
export type Files = Readonly<Partial<Record<string, readonly NamedFile[]>>>;

/** The user's request; everything left out takes the model's default. */
export interface Setup {
  readonly model: string;
  /**
   * Name of a bundled network or generator, `file` with the file supplied separately, or `none` for a model
   * without one.
   */
  readonly network: string;
  /** Reading of the user's own network; absent: as its file tells, else `followed`. */
  readonly direction?: Direction;
  /** What becomes of weights of edges that it has more than once; absent: they are summed. */
  readonly repeats?: RepeatRule;
  /** The attribute that divides its nodes; absent: the one whose name says that it does, else the first that could. */
  readonly groups?: string;
  /** Inputs that come from files of the user's; the others are bundled. */
  readonly own?: readonly OwnInput[];
  readonly agents: number | null;
  readonly seed: number;
  readonly preset: string;
  readonly oracle: OracleSetup;
  /** Values that differ from the preset. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly changes: readonly Change[];
  /** Absent for a run that is no branch. */
  readonly branchOf?: BranchOrigin;
}

/** What a run of a model is when nobody says otherwise. */
export type SetupDefaults = Pick<Setup, 'network' | 'preset' | 'seed'>;

/** Where a parameter takes effect: `live` ones in mid-run (recorded in `changes`), the others at Reset. */
export interface ParameterDefinition {
  readonly name: string;
  readonly label: string;
  /** Empty for a pure number. */
  readonly unit: string;
  readonly meaning: string;
  readonly kind: 'number' | 'integer' | 'boolean';
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly live: boolean;
  /** A boolean that has an option of its own on the command line: `--NAME on`. */
  readonly flag?: true;
  /** What a boolean is called either way, where it is a choice between two things: "flat", "with moods". */
  readonly called?: readonly [off: string, on: string];
  /** The network on which alone it has an effect. */
  readonly network?: string;
  /** The boolean without which it has none. */
  readonly needs?: string;
  /** Its place in the model's table (`ModelSpec.table`); absent for a parameter that stands alone. */
  readonly cell?: TableCell;
  /** Value in runs that were recorded before there was this parameter; absent where there always was. */
  readonly absent?: ParameterValue;
  /** Whether a document leaves it out while it has the value `absent`, so that documents from before it stay as they are. */
  readonly untold?: true;
  /** Version of the engine before which all runs had the value `absent`: a rule of then, which no panel offers. */
  readonly oldUntil?: string;
  /** Value under each preset. */
  readonly defaults: Readonly<Record<string, ParameterValue>>;
}

/** A parameter's place in a table. */
export interface TableCell {
  readonly row: string;
  /** The column's name in a file, and its heading. */
  readonly column: string;
  readonly heading: string;
}

/** The table that a model's parameters with a `cell` form: a row for each kind of agent, say, a column for each attribute. */
export interface ParameterTable {
  /** Its title, and its option on the command line: `archetypes`. */
  readonly name: string;
  /** Noun for a row: "archetype". */
  readonly row: string;
  readonly meaning: string;
}

/** A set-up with every default filled in; with the oracle's answers it determines the log. */
export interface RunConfig extends Setup {
  readonly agents: number;
  /** Null for a model without a network. */
  readonly networkInfo: NetworkInfo | null;
  /** Its other inputs, by name. */
  readonly inputInfo: Readonly<Record<string, InputInfo>>;
  readonly warmUp: number;
  /** Simulated UTC of tick 0, without milliseconds. */
  readonly startTime: string;
  readonly tickSeconds: number;
  /** Every parameter, resolved. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
}

/** Facts about a loaded network; `edges` counts an undirected edge once. */
export interface NetworkInfo {
  readonly name: string;
  readonly nodes: number;
  readonly edges: number;
  /** SHA-256 of the canonical edge list, 64 hexadecimal digits. */
  readonly sha256: string;
  /** Present for an edge list of the user's. */
  readonly reading?: EdgeReading;
  /** What its nodes are divided by, "community"; absent where its file does not divide them. */
  readonly groups?: string;
  /** How the model uses its weights; absent where it has none. */
  readonly weights?: WeightUse;
}

/** Facts about an input: a corpus, a list of missions, a memory, a configuration, a text. */
export interface InputInfo {
  readonly name: string;
  /** How many parts it has: documents, missions, entries, texts. */
  readonly count: number;
  /** SHA-256 of its canonical form, 64 hexadecimal digits. */
  readonly sha256: string;
}
