/** Most agents that are named as stalled by one step. */
export const MAX_STALLED_AGENTS = 200;

/** Results of one step of the agents' work, in a range of ticks. Null: a run of this model does not record it. */
export interface StepFigures {
  /** Questions that were put. */
  readonly asked: number;
  /** Questions with an answer, readable or not. */
  readonly answered: number;
  /** Times that it failed, asked or not; the next four are what then happened. */
  readonly failed: number;
  readonly triedAgain: number | null;
  /** The agents for which it failed, the most times first; at most `MAX_STALLED_AGENTS`. */
  readonly failedWho: readonly FailedAgent[];
  /** No try was left: the turn went on without it. */
  readonly givenUp: number | null;
  /** Its policy lets the turn go on without it. */
  readonly skipped: number | null;
  /** Its policy ends the agent's work. */
  readonly stopped: number | null;
  /** Tokens of prompts and answers, estimated at four characters a token, and those of the times that it failed. */
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensForNothing: number;
  /** Time of the answers, of the `measured` ones from a model; null if there are none. */
  readonly milliseconds: number | null;
  readonly measured: number;
  /**
   * Turns in which it left its agent in its state, the number of agents with such turns, and of those that stay for it
   * at the end of the range.
   */
  readonly stalled: number | null;
  readonly stalledAgents: number | null;
  readonly stalledNow: number | null;
  /** Those agents, the most turns first; at most `MAX_STALLED_AGENTS`. */
  readonly stalledWho: readonly StalledAgent[] | null;
}

/** An agent for which a step failed. */
export interface FailedAgent {
  readonly agent: number;
  readonly times: number;
  /** Tick of the last failure. */
  readonly last: number;
}

/** An agent that a step left in its state. */
export interface StalledAgent {
  readonly agent: number;
  /** In so many turns of the range; 0 for one that it stopped before. */
  readonly turns: number;
  /** True if it stays for it at the end of the range. */
  readonly isNow: boolean;
}

/** A step, its place, and its figures. */
export interface StepRow extends StepFigures {
  readonly name: string;
  /** Type of the step, as its author calls it; null if there is only one. */
  readonly type: string | null;
  /** Its place in the text that the run is made from, from 1; null if there is none. */
  readonly at: { readonly line: number; readonly column: number } | null;
  /** States in which it is asked; null: all. */
  readonly states: readonly string[] | null;
}

/** Number of times that a declared transition was taken, including 0. */
export interface EdgeRow {
  /** The state that it leaves; null for any. */
  readonly from: string | null;
  readonly to: string;
  /** Its condition as written; null for one that is always open. */
  readonly condition: string | null;
  readonly at: { readonly line: number; readonly column: number };
  readonly taken: number;
  /** Times that a step requested it while neither it nor another one to the same state was open. */
  readonly refused: number;
}

/** All steps of a run, in their order, those that never came as well. */
export interface StepReport {
  /** Noun for a row: "step", "phase". */
  readonly noun: string;
  /** Meaning of failed, in the model's words; absent: an unusable answer, or a failed step. */
  readonly failing?: string;
  readonly rows: readonly StepRow[];
  /** Declared transitions in the order of the text; null if the run has no text that declares them. */
  readonly edges: readonly EdgeRow[] | null;
}
