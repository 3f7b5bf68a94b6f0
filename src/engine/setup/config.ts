import type { Tick } from '../core/indices.ts';
import type { NetworkInfo } from '../network/networkInfo.ts';
import type { Direction, RepeatRule } from '../network/reading/edgeReading.ts';
import type { OracleSetup } from '../oracle/oracleSetup.ts';
import type { ParameterValue, ParameterValues } from '../parameters/parameterDefinition.ts';

/**
 * A change that takes effect at a given tick. A parameter's change is the one without a `kind`, as in older documents.
 */
export type Change = ParameterChange | AnswerChange | Intervention | ChanceChange;

/** A new value of a live parameter in mid-run. */
export interface ParameterChange {
  readonly kind?: undefined;
  /** The first tick in which the new value holds. */
  readonly tick: Tick;
  readonly name: string;
  readonly value: ParameterValue;
}

/** An agent's answer in place of the oracle's; without effect if the agent is not asked. */
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
  /** Its object, by an example: `post_012`. */
  readonly takes: string;
  readonly meaning: string;
  /** Problem of its object; null for none. */
  mistakeIn(on: readonly string[]): string | null;
}

/** An input of a model for which the user may bring files. */
export interface InputDefinition {
  /** Name in set-up, document and command line: `corpus`. */
  readonly name: string;
  /** Noun in messages: "documents". */
  readonly noun: string;
  /** Kind of a path on the command line; a folder means its fitting files. */
  readonly from: 'file' | 'folder' | 'file or folder';
  /** Pattern for the names of files that fit, and the same in words: ".md or .txt". */
  readonly fits: { readonly pattern: RegExp; readonly words: string };
  /** Maximum bytes of its files, if more are read in pieces than are held at once; absent: the limit for held files. */
  readonly most?: number;
  /** Meaning of the input, and what replaces it when absent. */
  readonly meaning: string;
}
/** Name of an input for which the user may bring files of their own; the user's own network is named `file`. */
export type OwnInput = string;

/** The user's request; everything left out takes the model's default. */
export interface Setup {
  readonly model: string;
  /**
   * Name of a bundled network or generator, `file` with the file supplied separately, or `none` for a model
   * without one.
   */
  readonly network: string;
  /** Reading of the user's own network; absent: from its file, else `followed`. */
  readonly direction?: Direction;
  /** Rule for the weights of repeated edges; absent: they are summed. */
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
  readonly parameters: ParameterValues;
  readonly changes: readonly Change[];
  /** Absent for a run that is not a branch. */
  readonly branchOf?: BranchOrigin;
}

/** A model's default run. */
export type SetupDefaults = Pick<Setup, 'network' | 'preset' | 'seed'>;

/** A set-up with every default filled in; with the oracle's answers it determines the log. */
export interface RunConfig<Parameters extends ParameterValues = ParameterValues> extends Setup {
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
  readonly parameters: Parameters;
}

/** Facts about an input: a corpus, a list of missions, a memory, a configuration, a text. */
export interface InputInfo {
  readonly name: string;
  /** Number of its parts: documents, missions, entries, texts. */
  readonly count: number;
  /** SHA-256 of its canonical form, 64 hexadecimal digits. */
  readonly sha256: string;
}
