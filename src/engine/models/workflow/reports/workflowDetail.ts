import type { Tick } from '../../../core/indices.ts';
import type { TextProblem } from '../../../core/textProblem.ts';
import type { ModelDetail } from '../../../model/agentDetail.ts';
import type { Source } from '../../../oracle/oracle.ts';
import type { ArtifactCalls } from '../../../python/artifact.ts';
import type { ActionName, Failure, Hand, Match, StepOutcome, StepType } from '../workflowTerms.ts';

/** A place that names a state: the name as it is written, with its quotation marks. */
export interface Mention {
  readonly state: string;
  /** UTF-16 units from the start of the text. */
  readonly from: number;
  readonly to: number;
}

/** Replaces a stretch of a text, in UTF-16 units from its start. */
interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Places of a state's new name, or the reason why it cannot have it: one sentence without a full stop. */
export type Renaming =
  | { readonly kind: 'renamed'; readonly changes: readonly TextChange[] }
  | { readonly kind: 'refused'; readonly why: string };

/** Result of reading a workflow's text. */
export interface WorkflowCheck {
  /** Problems by place, errors and warnings together. */
  readonly problems: readonly TextProblem[];
  /** Numbers of the reachable states, and of the steps; null if it has errors. */
  readonly states: number | null;
  readonly steps: number | null;
  /** The places that name states, in the order of the text; none if some could not be read. */
  readonly mentions: readonly Mention[];
}

/** The workflow that a run is made from. */
export interface WorkflowText {
  readonly name: string;
  readonly text: string;
  /** Words for the editor to complete: keys of the language, states, steps. */
  readonly words: readonly string[];
  /** Names that a prompt may use in braces. */
  readonly variables: readonly string[];
}

/** One artifact on its maker's row. */
export interface ArtifactLine {
  /** Number in the order of making, from 0: `artifact_001`. */
  readonly id: number;
  readonly made: Tick;
  /** Scrip. */
  readonly price: number;
  /** Ticks in which it was found broken, by a test or by a buyer. */
  readonly found: readonly Tick[];
  /** Ticks in which it was reworked. */
  readonly reworked: readonly Tick[];
  /** Tick of the sale; null while it is not sold. */
  readonly sold: Tick | null;
  readonly buyer: number | null;
  /** Tick in which another one took its place in its maker's hand; null if none has. */
  readonly dropped: Tick | null;
}

/** An agent's scrip: `balance` is `given` + `earned` − `spent` − `paid`. */
export interface Account {
  readonly balance: number;
  /** Given whatever it does: the initial scrip, and income. */
  readonly given: number;
  /** Paid to it by buyers. */
  readonly earned: number;
  /** Cost of its artifacts; `earned` − `spent` is what it made by selling. */
  readonly spent: number;
  /** Paid for what it bought. */
  readonly paid: number;
}

/** A purchase by an agent. */
interface PurchaseLine {
  readonly id: number;
  readonly tick: Tick;
  readonly seller: number;
  readonly price: number;
}

/** An agent's row of the exchange. */
export interface ExchangeRow extends Account {
  readonly agent: number;
  readonly made: number;
  readonly sold: number;
  readonly bought: number;
  /** Artifacts that existed in any of the requested ticks. */
  readonly artifacts: readonly ArtifactLine[];
  readonly purchases: readonly PurchaseLine[];
  /** Ticks in which it took a wildcard edge. */
  readonly pivots: readonly Tick[];
}

/** A variable as an agent has it. */
export interface VariableLine {
  readonly name: string;
  /** As Python prints it: `0.57`, `True`, `'idea'`. */
  readonly value: string;
  /** The code step that set it last; null for a variable of the world. */
  readonly step: string | null;
  /** Tick in which that step gave it this value; null for a variable of the world. */
  readonly tick: Tick | null;
}

/** A variable that a turn changed. */
export interface VariableChange {
  readonly name: string;
  /** As Python prints it; null if it was not set. */
  readonly before: string | null;
  readonly after: string;
  /** The code step that set it, the agent's action, the world, or both of these. */
  readonly by: string;
}

/** Outcome of one step of a turn: a row of the table of outcomes. */
export interface OutcomeLine {
  /** Row in the table of outcomes, the document's `decisions`. */
  readonly row: number;
  readonly tick: Tick;
  readonly state: string;
  readonly step: string;
  readonly type: StepType;
  readonly outcome: StepOutcome;
  readonly failure: Failure | null;
  /** Number of the attempt, from 1, and the most that its policy allows. */
  readonly attempt: number;
  readonly tries: number;
  /** Source of the answer; null if nothing was asked. */
  readonly source: Source | null;
  /** The answer as it came; null if none came. */
  readonly answer: string | null;
  readonly action: ActionName | null;
  /** The key of the transition map, and how the answer named it. */
  readonly key: string | null;
  readonly match: Match | null;
  /** The requested state; null if the step named none. */
  readonly target: string | null;
  /** True if it was there already, or named none: no edge is needed. */
  readonly isThere: boolean;
  /** Result in words: "made artifact_012 for 6 scrip", "first key mentioned: ship → shipping". */
  readonly result: string;
  /** Tokens, estimated at four characters each. */
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** A component of a step in one of its questions. */
export interface ComponentLine {
  readonly name: string;
  readonly isInjected: boolean;
  /** Its condition as written; null: always injected. */
  readonly condition: string | null;
  /** The values behind its condition, in words; empty if it reads nothing. */
  readonly reads: string;
}

/** A condition that asked artifacts in a turn. */
export interface AskedArtifacts extends ArtifactCalls {
  /** The condition as written, and its line in the text. */
  readonly condition: string;
  readonly line: number;
}

/** A past turn of an agent, rebuilt. */
export interface TurnDetail {
  readonly agent: number;
  readonly tick: Tick;
  readonly state: string;
  /** Outcomes of its steps, in order. */
  readonly outcomes: readonly OutcomeLine[];
  /** The question; null if nothing was asked. */
  readonly question: {
    readonly step: string;
    readonly type: 'llm' | 'transition';
    /** The components of its step, in order. */
    readonly components: readonly ComponentLine[];
    readonly system: string;
    readonly prompt: string;
    /** Names in braces that are not variables and stayed as written. */
    readonly unknown: readonly string[];
  } | null;
  /** Variables before the question, after the code steps. */
  readonly variables: readonly VariableLine[];
  /** Variables that the turn changed: its own first, then the world's. */
  readonly changed: readonly VariableChange[];
  /** Code steps that ran, in order. */
  readonly code: readonly string[];
  /** Conditions that asked artifacts, in order of their first evaluation. */
  readonly asked: readonly AskedArtifacts[];
  /** The first tick whose turn can be rebuilt, if this one comes before it: its variables are no longer stored. */
  readonly cut: Tick | null;
}

/** A defect of the workflow that showed only in the run; reported once, with a count. */
export interface WarningLine {
  readonly message: string;
  /** Kind of the warning; those of one kind at one place are merged. */
  readonly kind: string;
  /** Place in the text. */
  readonly line: number;
  readonly column: number;
  /** First time. */
  readonly tick: Tick;
  readonly agent: number;
  readonly times: number;
}

/** The workflow part of the inspector, at the head. */
export interface WorkflowDetail extends ModelDetail, Account {
  readonly kind: 'workflow';
  readonly name: string;
  readonly made: number;
  readonly sold: number;
  readonly bought: number;
  readonly hand: { readonly artifact: string | null; readonly is: Hand };
  readonly variables: readonly VariableLine[];
  /** The newest first, at most twenty. */
  readonly outcomes: readonly OutcomeLine[];
  readonly asked: number;
  readonly tokens: number;
  /** End of its workflow; null while it goes on. */
  readonly stopped: { readonly tick: Tick; readonly step: string; readonly reason: string } | null;
}
