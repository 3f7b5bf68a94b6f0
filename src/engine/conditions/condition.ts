import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import { formatAgentId, MAX_ROUNDS, type Tick } from '../core/indices.ts';
import { getOutcomeRange, type OutcomeDefinition } from '../model/outcomeDefinition.ts';
import type { Condition as Expression } from '../python/program.ts';
import { parseAgentNumber } from '../setup/setupChanges.ts';
import { readExpression } from './readExpression.ts';

/** Stop condition of a run; a tick meets it or does not. `agent` null: any agent. */
export type Condition =
  | { readonly kind: 'enters'; readonly state: number; readonly agent: number | null }
  /** `target` null: any target. */
  | {
      readonly kind: 'takes';
      readonly trigger: string;
      readonly target: string | null;
      readonly agent: number | null;
    }
  | { readonly kind: 'moves'; readonly agent: number }
  /** Met in one tick alone, whatever happens in it. */
  | { readonly kind: 'round'; readonly tick: Tick }
  /** An oracle, a guard or an action failed, and something stood in for it. */
  | { readonly kind: 'fails' }
  /** A rule of the model's own comes to find an agent stuck. */
  | { readonly kind: 'sticks'; readonly agent: number | null }
  /** Met in the tick in which an expression comes to hold for an agent: after the one before it did not. */
  | { readonly kind: 'holds'; readonly expression: Expression; readonly agent: number | null }
  /** Met in the tick in which the comparison comes to hold. */
  | {
      readonly kind: 'compares';
      /** An outcome, or the agents that are in a state, by its number. */
      readonly of: 'outcome' | 'state';
      readonly number: number;
      readonly by: ReachOperator;
      readonly value: number;
    };

/** The names that conditions of a run can have. */
export interface ConditionNames {
  readonly agents: number;
  readonly states: readonly string[];
  readonly triggers: readonly string[];
  /** Targets of a trigger's transitions, by the states that their author named. */
  targetsOf(trigger: string): readonly string[];
  readonly outcomes: readonly Pick<OutcomeDefinition, 'name' | 'unit' | 'bounds'>[];
  /** Names of an agent's values: its columns, and variables of its own. */
  readonly values: readonly string[];
  /** True if rules of the model's own find agents stuck. */
  readonly hasVerdicts: boolean;
}

/** The forms that a condition has, by an example each. */
export const CONDITION_EXAMPLES = [
  'round 120',
  'enters evaluating',
  'agent_005 enters evaluating',
  'takes timeout',
  'takes timeout to resting',
  'agent_005 moves',
  'fails',
  'gets stuck',
  'largest_cascade >= 50',
  'composing > 9',
  'any agent: interest > 0.8 and ticks_in_state < 3',
  'agent_005: ticks_in_state > 20',
] as const;

const COMPARISON_CONDITION = /^(\S+)\s*(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)$/;
const DONE = /^(?:(agent_\d+)\s+)?(enters|takes)\s+(.+)$/;
const LEADS = /^(.+)\s+to\s+(\S+)$/;
const MOVE_CONDITION = /^(agent_\d+)\s+moves$/;
const STICKS = /^(?:(agent_\d+)\s+)?gets\s+stuck$/;
const ROUND = /^round\s+(\d{1,9})$/;
const HOLDS = /^(any\s+agent|agent_\d+)\s*:/;

/** Reads a condition in one of `FORMS`. @throws InputError that names what is wrong, and what there is instead */
export function readCondition(text: string, names: ConditionNames): Condition {
  const given = text.trim();
  if (given === 'fails') return { kind: 'fails' };
  const round = ROUND.exec(given);
  if (round) return parseRoundCondition(Number(round[1]));
  const holds = HOLDS.exec(given);
  if (holds) return parseHoldsCondition(given, holds[0].length, holds[1], names);
  const moves = MOVE_CONDITION.exec(given);
  if (moves) return { kind: 'moves', agent: findConditionAgent(moves[1], names) };
  const sticks = STICKS.exec(given);
  if (sticks) return parseStuckCondition(sticks[1], names);
  const done = DONE.exec(given);
  if (done)
    return parseTransitionCondition(
      done[2],
      done[3],
      done[1] === undefined ? null : findConditionAgent(done[1], names),
      names,
    );
  const compared = COMPARISON_CONDITION.exec(given);
  if (compared)
    return parseComparisonCondition(
      given,
      compared[1],
      compared[2] as ReachOperator,
      Number(compared[3]),
      names,
    );
  throw new InputError(
    `"${formatQuotedText(text)}" is not a condition; one reads ${CONDITION_EXAMPLES.join(', or ')}`,
  );
}

function parseRoundCondition(tick: Tick): Condition {
  if (tick >= 1 && tick <= MAX_ROUNDS) return { kind: 'round', tick };
  throw new InputError(`round ${tick} is not one of 1 to ${MAX_ROUNDS}`);
}

function findConditionAgent(id: string, { agents }: ConditionNames): number {
  const agent = parseAgentNumber(id);
  if (agent >= 0 && agent < agents) return agent;
  throw new InputError(`there is no ${id}: this run has ${formatAgentId(0)} to ${formatAgentId(agents - 1)}`);
}

function parseHoldsCondition(text: string, from: number, who: string, names: ConditionNames): Condition {
  const agent = who.startsWith('any') ? null : findConditionAgent(who, names);
  return { kind: 'holds', expression: readExpression(text, from, names.values), agent };
}

function parseStuckCondition(id: string | undefined, names: ConditionNames): Condition {
  if (names.hasVerdicts)
    return { kind: 'sticks', agent: id === undefined ? null : findConditionAgent(id, names) };
  throw new InputError('"gets stuck" cannot be met: this model has no rules that find agents stuck');
}

function parseTransitionCondition(
  verb: string,
  name: string,
  agent: number | null,
  names: ConditionNames,
): Condition {
  if (verb === 'enters') return { kind: 'enters', state: findNamedIndex('state', name, names.states), agent };
  return { kind: 'takes', ...parseTriggerAndTarget(name, names), agent };
}

/** A trigger, optionally with its target; triggers may consist of several words. */
function parseTriggerAndTarget(text: string, { triggers, targetsOf }: ConditionNames) {
  const [, trigger, target] = LEADS.exec(text) ?? [];
  if (triggers.includes(text) || !triggers.includes(trigger)) {
    findNamedIndex('trigger', text, triggers);
    return { trigger: text, target: null };
  }
  const targets = targetsOf(trigger);
  if (targets.includes(target)) return { trigger, target };
  throw new InputError(
    `${formatQuotedText(trigger)} leads to no "${formatQuotedText(target)}" in this run; it leads to ${targets.join(', ')}`,
  );
}

function parseComparisonCondition(
  text: string,
  name: string,
  by: ReachOperator,
  value: number,
  { agents, states, outcomes }: ConditionNames,
): Condition {
  const outcome = outcomes.findIndex(one => one.name === name);
  if (outcome < 0) findNamedIndex('outcome or state', name, [...outcomes.map(one => one.name), ...states]);
  checkComparisonReach(text, { name, by, value }, outcome < 0 ? null : outcomes[outcome], agents);
  return outcome < 0
    ? { kind: 'compares', of: 'state', number: states.indexOf(name), by, value }
    : { kind: 'compares', of: 'outcome', number: outcome, by, value };
}

function findNamedIndex(what: string, name: string, all: readonly string[]): number {
  const place = all.indexOf(name);
  if (place >= 0) return place;
  throw new InputError(`"${formatQuotedText(name)}" is no ${what} of this run; there are ${all.join(', ')}`);
}

/** Comparison of a count or an outcome. */
export type ReachOperator = '>=' | '<=' | '>' | '<';

/** Refuses a comparison that always or never holds. @param outcome null: agents in a state @throws InputError */
function checkComparisonReach(
  text: string,
  { name, by, value }: { readonly name: string; readonly by: ReachOperator; readonly value: number },
  outcome: Pick<OutcomeDefinition, 'unit' | 'bounds'> | null,
  agents: number,
): void {
  const [least, most] = getOutcomeRange(outcome ?? { unit: '', bounds: 'agents' }, agents);
  const settled = { '>=': [least >= value, most < value], '>': [least > value, most <= value] } as const;
  // The other two are these turned round.
  const [always, never] =
    by === '>=' || by === '>' ? settled[by] : [...settled[by === '<' ? '>=' : '>']].reverse();
  if (!always && !never) return;
  const range =
    most === Number.POSITIVE_INFINITY ? `is never below ${least}` : `is always from ${least} to ${most}`;
  throw new InputError(`"${text}" ${always ? 'always' : 'never'} holds: ${name} ${range}`);
}
