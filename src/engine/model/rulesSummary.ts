/** Numbers by name; null for an unknown number. Shares are 0 to 1. */
export type RuleFigures = Readonly<Record<string, number | null>>;

/** Effect that a rule for stopping agents would have had on a run's agents. */
export interface RuleSummary {
  readonly id: string;
  readonly name: string;
  readonly figures: RuleFigures;
}

/** All rules, and which of them is recommended. */
export interface AllRulesSummary {
  readonly rules: readonly RuleSummary[];
  /**
   * The rule that saves most at no cost; null if the costs are unknown from the records. `id` is null for none,
   * `tooFew` the number of rules that save something at no cost, but stop fewer than `fewest`.
   */
  readonly recommended: {
    readonly id: string | null;
    readonly tooFew: number;
    readonly fewest: number;
  } | null;
}

/** An agent that a rule stops. Steps count from 1. */
export interface StopSummary {
  readonly agent: number;
  readonly name: string;
  /** Its ending, in the model's word; null if it is unknown. */
  readonly outcome: string | null;
  readonly step: number;
  /** The step that this one repeats; null for a rule that looks for no repetition. */
  readonly repeats: number | null;
  /** Values after the stop. */
  readonly after: RuleFigures;
}

/** One rule with its full report. */
export interface RuleInFull extends RuleSummary {
  /** The rule as data, for the user's own agent. */
  readonly setting: object;
  readonly stopped: readonly StopSummary[];
}

/** A rule that was chosen on half of the tasks. */
export interface TunedSummary {
  /** Null: none saves anything within the false alarms. */
  readonly setting: object | null;
  readonly chosenOn: RuleFigures | null;
  readonly shownOn: RuleFigures | null;
}

/** A kind of call that comes again with equal arguments in successful cases, and in no failed one. */
export interface HealthyRepeats {
  /** Regular expression of the tool. */
  readonly tool: string;
  /** Regular expression of the arguments; null: any. */
  readonly args: string | null;
  readonly repeats: number;
  /** Successful cases with such repeats. */
  readonly succeeded: number;
}

/** An agent's ending and its amounts. */
interface AgentAmounts {
  readonly name: string;
  /** Its ending, in the model's word; null if it is unknown. */
  readonly outcome: 'failed' | 'succeeded' | null;
  /** By measure. */
  readonly amounts: RuleFigures;
}

/** An agent under way in which a rule holds, be it at its last step. Steps count from 1. */
export interface RuleHolder {
  readonly name: string;
  /** The first step at which it holds. */
  readonly step: number;
  /** The step that this one repeats; null for a rule that looks for no repetition. */
  readonly repeats: number | null;
  /** The part of the rule that holds, in words. */
  readonly reason: string;
}

/** A model's report on rules that would have stopped its agents. */
export interface RulesSummary {
  /** Saved measure: "tokens". */
  readonly measure: string;
  /** Missing input of the rules in the records, a sentence; null for none. */
  readonly lack: string | null;
  /** The mapping of steps to states that the rules compare, as JSON. */
  readonly mapping: unknown;
  /** All agents, in order. */
  agents(): readonly AgentAmounts[];
  all(): Promise<AllRulesSummary>;
  /** Rejects with an InputError for an unknown one. */
  one(id: string): Promise<RuleInFull>;
  /** Agents of unknown ending in which a rule holds. @throws InputError for an unknown rule */
  holders(id: string): readonly RuleHolder[];
  /**
   * Effects of a rule that advises first and stops once the advice was ignored so often, on the agents as they were without
   * advice.
   * @param setting the rule as data
   * @param on all agents, or the half of the tasks that `tuned` shows its choice on
   */
  afterAdvice(setting: object, ignored: number, on: 'all' | 'other half'): RuleFigures;
  /** Kinds of calls that repeat healthily on the half of the tasks that `tuned` chooses on. */
  healthyRepeats(): readonly HealthyRepeats[];
  /** @param falseAlarms largest share of successful cases that may be stopped, 0 to 1; 0.02 when absent */
  tuned(falseAlarms?: number): Promise<TunedSummary>;
}
