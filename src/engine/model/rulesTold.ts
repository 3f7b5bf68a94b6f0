/** Numbers by name; null where a number cannot be said. Shares are 0 to 1. */
export type Figures = Readonly<Record<string, number | null>>;

/** What a rule that stops agents would have done to a run's agents. */
export interface RuleTold {
  readonly id: string;
  readonly name: string;
  readonly figures: Figures;
}

/** All rules, and which of them is recommended. */
export interface AllRulesTold {
  readonly rules: readonly RuleTold[];
  /**
   * The rule that saves most at no cost; null where the records do not say what would be a cost. `id` is null for none, `tooFew` how many save
   * something at no cost, but stop fewer than `fewest`.
   */
  readonly recommended: {
    readonly id: string | null;
    readonly tooFew: number;
    readonly fewest: number;
  } | null;
}

/** An agent that a rule stops. Steps count from 1. */
export interface StopTold {
  readonly agent: number;
  readonly name: string;
  /** How it ended, in the model's word; null where nobody has said. */
  readonly outcome: string | null;
  readonly step: number;
  /** The step that this one repeats; null for a rule that looks for no repetition. */
  readonly repeats: number | null;
  /** What came after the stop. */
  readonly after: Figures;
}

/** One rule with all that is told of it. */
export interface RuleInFull extends RuleTold {
  /** The rule as data, for one's own agent. */
  readonly setting: object;
  readonly stopped: readonly StopTold[];
}

/** A rule that was chosen on half of the tasks. */
export interface TunedTold {
  /** Null: none saves anything within the false alarms. */
  readonly setting: object | null;
  readonly chosenOn: Figures | null;
  readonly shownOn: Figures | null;
}

/** What a model tells of rules that would have stopped its agents. */
export interface RulesTold {
  /** What is saved: "tokens". */
  readonly measure: string;
  /** What the records lack that rules look at, a sentence; null for nothing. */
  readonly lack: string | null;
  all(): Promise<AllRulesTold>;
  /** Rejects with an InputError for an unknown one. */
  one(id: string): Promise<RuleInFull>;
  tuned(): Promise<TunedTold>;
}
