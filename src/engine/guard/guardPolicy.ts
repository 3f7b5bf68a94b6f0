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
  readonly format: 'statescope-guard';
  readonly version: 1;
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

/**
 * A policy with texts and numbers of any value, as a program has it that imports JSON; written out in place, a misspelled field is a
 * type error all the same.
 */
export type LooseGuardPolicy = Loosen<WrittenGuardPolicy> & {
  readonly [Field in 'format' | 'version' | 'name']: Loosen<WrittenGuardPolicy[Field]>;
};

type Loosen<Value> = Value extends string
  ? string
  : Value extends number
    ? number
    : Value extends boolean | null | undefined
      ? Value
      : Value extends readonly (infer Item)[]
        ? readonly Loosen<Item>[]
        : Value extends object
          ? { readonly [Field in keyof Value]?: Loosen<Value[Field]> }
          : Value;

/** A rule as a policy's JSON has it. */
interface WrittenGuardRule {
  readonly id: string;
  /** When it holds: one rule, or several of which one suffices. */
  readonly when: WrittenRule | { readonly rule: 'any'; readonly of: readonly WrittenRule[] };
  /** Advice when the rule holds; true or absent: the default text; false: none is given. */
  readonly advise?: string | boolean;
  /** Further steps at which the rule holds although advice was given, before the end comes, 1 to 1,000; absent: 1. */
  readonly ignored?: number;
  /** Absent: `stop`. */
  readonly end?: RuleEnd;
}

/**
 * A rule by its kind. `compare` says which calls are the same: those of a `tool`; a `call`, tool and arguments; a `result`, a
 * call with its result; a `state` by the policy's phases; an `error`, any call that failed; a `call_error`, the same call
 * failing.
 */
export type WrittenRule =
  | InARowRule
  | InRunRule
  | NothingNewRule
  | AlternatingRule
  | SimilarRule
  | LongerThanRule;

/** The same, `threshold` times in a row. */
interface InARowRule {
  readonly rule: 'in_a_row';
  readonly compare: 'tool' | 'call' | 'result' | 'state' | 'error' | 'call_error';
  /** A whole number from 1. */
  readonly threshold: number;
}

/** The same for the `threshold`-th time in a session, whatever came in between. */
interface InRunRule {
  readonly rule: 'in_run';
  readonly compare: 'tool' | 'call' | 'result' | 'error';
  /** A whole number from 1. */
  readonly threshold: number;
}

/** `threshold` calls in a row of which each was made before. */
interface NothingNewRule {
  readonly rule: 'nothing_new';
  readonly compare: 'call' | 'result';
  /** A whole number from 1. */
  readonly threshold: number;
}

/** Two different ones in turn, A-B-A-B, `threshold` times. */
interface AlternatingRule {
  readonly rule: 'alternating';
  readonly compare: 'tool' | 'call' | 'result';
  /** A whole number from 1. */
  readonly threshold: number;
}

/** `threshold` calls of one tool with like arguments among the last `window` and this one. */
interface SimilarRule {
  readonly rule: 'similar';
  readonly compare: 'call';
  /** A whole number from 2. */
  readonly threshold: number;
  /** Least share of words in common (Jaccard), above 0 to 1; absent: 0.9. */
  readonly likeness?: number;
  /** Calls that are looked back on, 1 to 1,000; absent: 6. */
  readonly window?: number;
}

/** More steps than `threshold`, whatever they are. */
interface LongerThanRule {
  readonly rule: 'longer_than';
  readonly compare: 'step';
  /** A whole number from 1. */
  readonly threshold: number;
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
