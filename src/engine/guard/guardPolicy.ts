import type { StopRule } from '../rules/stopRule.ts';
import type { ChartDefinition } from '../statechart/definition.ts';
import type { Mapping } from '../stateMapping/mapping.ts';

/** The format's name in a policy's JSON. */
export const GUARD_FORMAT = 'statescope-guard';
/** The version that is written. */
export const GUARD_VERSION = 1;

/** Instructions for a guard, as data. `readGuardPolicy` makes them out of JSON. */
export interface GuardPolicy {
  /** Names the experiment: sessions are drawn by name and session id. */
  readonly name: string;
  /** Share of sessions in which the guard acts, 0 to 1; in the others it only notes what it would have done. */
  readonly act: number;
  readonly rules: readonly GuardRule[];
  /** Calls that no rule counts; budgets and the chart count them. */
  readonly exempt: readonly Exemption[];
  readonly budgets: Readonly<Partial<Record<BudgetName, BudgetLimits>>>;
  /** States of steps, for rules that compare states and for the section about the agent. */
  readonly phases: Mapping;
  readonly chart: ToolChart | null;
  /** Where the policy comes from, as `guard init` wrote it. The guard does not read it. */
  readonly evidence: unknown;
}

/** A rule and its escalation. */
export interface GuardRule {
  readonly id: string;
  readonly when: StopRule;
  /** Advice for the agent when the rule holds; true: the default text; null: none is given, and the end comes at once. */
  readonly advise: string | true | null;
  /** Further steps at which the rule holds although advice was given, before the end comes. At least 1. */
  readonly ignored: number;
  /** The end: the session is stopped, a person is asked, or advice is all there is. */
  readonly end: RuleEnd;
}

/** Ways in which a rule's escalation can end. */
export const RULE_ENDS = ['stop', 'ask', 'advise'] as const;
/** One of `RULE_ENDS`. */
export type RuleEnd = (typeof RULE_ENDS)[number];

/** Calls that repeat by design. */
export interface Exemption {
  /** Regular expression, found anywhere in the tool's name. */
  readonly tool: string;
  /** Regular expression, found anywhere in the arguments as text; null: any. */
  readonly args: string | null;
  /** Polling: only calls that come at least so many seconds after the last equal one are exempt; null: all are. */
  readonly everySeconds: number | null;
}

/** Amounts with a limit. */
export const BUDGETS = ['calls', 'tokens', 'usd', 'minutes'] as const;
/** One of `BUDGETS`. */
export type BudgetName = (typeof BUDGETS)[number];

/** Limits of an amount; at or above them the agent is advised, or stopped. */
export interface BudgetLimits {
  readonly advise: number | null;
  readonly stop: number | null;
}

/** A statechart that says which tools are allowed when. Its ticks are the steps of the agent. */
export interface ToolChart {
  readonly definition: ChartDefinition;
  /** By trigger, regular expressions of tools: a call of such a tool fires the trigger, or is refused. Other tools are free. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  /** By state, advice for an agent that is in it. */
  readonly advice: Readonly<Record<string, string>>;
}

/** A policy as its JSON has it; parts that are left out take their defaults. */
export interface WrittenGuardPolicy {
  readonly $schema?: string;
  readonly format: typeof GUARD_FORMAT;
  readonly version: typeof GUARD_VERSION;
  /** Names the experiment, 1 to 100 characters: sessions are drawn by name and session id. */
  readonly name: string;
  /** Share of sessions in which the guard acts, 0 to 1; absent: 1. */
  readonly act?: number;
  readonly rules?: readonly WrittenGuardRule[];
  /** Calls that no rule counts. */
  readonly exempt?: readonly WrittenExemption[];
  /** By amount, the limit at which the session is stopped, or those of advice and stop. */
  readonly budgets?: Readonly<Partial<Record<BudgetName, number | Partial<WrittenBudgetLimits>>>>;
  /** States of steps: a mapping, or the name of one of `MAPPINGS`; absent: each tool is a state. */
  readonly phases?: Mapping | { readonly preset: string };
  readonly chart?: WrittenToolChart;
  /** Where the policy comes from. The guard does not read it. */
  readonly evidence?: unknown;
}

/** A rule as a policy's JSON has it. */
interface WrittenGuardRule {
  readonly id: string;
  readonly when: StopRule;
  /** Advice when the rule holds; true or absent: the default text; false: none is given. */
  readonly advise?: string | boolean;
  /** Further steps at which the rule holds although advice was given, before the end comes, 1 to 1,000; absent: 1. */
  readonly ignored?: number;
  /** Absent: `stop`. */
  readonly end?: RuleEnd;
}

/** An exemption as a policy's JSON has it. */
interface WrittenExemption {
  /** Regular expression, found anywhere in the tool's name. */
  readonly tool: string;
  /** Regular expression, found anywhere in the arguments as text; absent: any. */
  readonly args?: string;
  /** Polling: only calls that come at least so many seconds after the last equal one are exempt; absent: all are. */
  readonly every_s?: number;
}

/** Limits of an amount, above 0. */
interface WrittenBudgetLimits {
  readonly advise: number;
  readonly stop: number;
}

/** A chart of tools as a policy's JSON has it. */
interface WrittenToolChart {
  /** A chart's definition, as `serializeChart` writes it. */
  readonly definition: object;
  /** By trigger, regular expressions of tools: a call of such a tool fires the trigger, or is refused. Other tools are free. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  /** By state, advice for an agent that is in it. */
  readonly advice?: Readonly<Record<string, string>>;
}
