import { numberOf } from '../changes.ts';
import { InputError } from '../errors.ts';
import { agentId } from '../indices.ts';
import { shown } from '../shown.ts';

/** How a count or an outcome is compared. */
export const COMPARISONS = ['>=', '<=', '>', '<'] as const;
/** One of them. */
export type Comparison = (typeof COMPARISONS)[number];

/** What a run can be stopped at; a tick meets it or does not. `agent` null: whoever it is. */
export type Condition =
  | { readonly kind: 'enters'; readonly state: number; readonly agent: number | null }
  | { readonly kind: 'takes'; readonly trigger: string; readonly agent: number | null }
  | { readonly kind: 'moves'; readonly agent: number }
  /** An oracle, a guard or an action failed, and something stood in for it. */
  | { readonly kind: 'fails' }
  /** Met in the tick in which the comparison comes to hold: after the one before it did not. */
  | {
      readonly kind: 'compares';
      /** An outcome, or the agents that are in a state, by its number. */
      readonly of: 'outcome' | 'state';
      readonly number: number;
      readonly by: Comparison;
      readonly value: number;
    };

/** The names that conditions of a run can have. */
export interface ConditionNames {
  readonly agents: number;
  readonly states: readonly string[];
  readonly triggers: readonly string[];
  readonly outcomes: readonly { readonly name: string }[];
}

/** The forms that a condition has, by an example each. */
export const FORMS = [
  'enters evaluating',
  'agent_005 enters evaluating',
  'takes timeout',
  'agent_005 moves',
  'fails',
  'largest_cascade >= 50',
  'composing > 9',
] as const;

const COMPARED = /^(\S+)\s*(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)$/;
const DONE = /^(?:(agent_\d+)\s+)?(enters|takes)\s+(.+)$/;
const MOVES = /^(agent_\d+)\s+moves$/;

/** Reads a condition in one of `FORMS`. @throws InputError that names what is wrong, and what there is instead */
export function readCondition(text: string, names: ConditionNames): Condition {
  const given = text.trim();
  if (given === 'fails') return { kind: 'fails' };
  const moves = MOVES.exec(given);
  if (moves) return { kind: 'moves', agent: agentIn(moves[1], names) };
  const done = DONE.exec(given);
  if (done) return doneIn(done[2], done[3], done[1] === undefined ? null : agentIn(done[1], names), names);
  const compared = COMPARED.exec(given);
  if (compared) return comparedIn(compared[1], compared[2] as Comparison, Number(compared[3]), names);
  throw new InputError(`"${shown(text)}" is no condition; one reads ${FORMS.join(', or ')}`);
}

function agentIn(id: string, { agents }: ConditionNames): number {
  const agent = numberOf(id);
  if (agent >= 0 && agent < agents) return agent;
  throw new InputError(`there is no ${id}: this run has ${agentId(0)} to ${agentId(agents - 1)}`);
}

function doneIn(
  verb: string,
  name: string,
  agent: number | null,
  { states, triggers }: ConditionNames,
): Condition {
  if (verb === 'enters') return { kind: 'enters', state: placeIn('state', name, states), agent };
  placeIn('trigger', name, triggers);
  return { kind: 'takes', trigger: name, agent };
}

function comparedIn(
  name: string,
  by: Comparison,
  value: number,
  { states, outcomes }: ConditionNames,
): Condition {
  const outcome = outcomes.findIndex(one => one.name === name);
  if (outcome >= 0) return { kind: 'compares', of: 'outcome', number: outcome, by, value };
  const all = [...outcomes.map(one => one.name), ...states];
  placeIn('outcome or state', name, all);
  return { kind: 'compares', of: 'state', number: states.indexOf(name), by, value };
}

function placeIn(what: string, name: string, all: readonly string[]): number {
  const place = all.indexOf(name);
  if (place >= 0) return place;
  throw new InputError(`"${shown(name)}" is no ${what} of this run; there are ${all.join(', ')}`);
}
