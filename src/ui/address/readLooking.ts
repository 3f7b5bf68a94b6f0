import type { Tick } from '../../engine/indices.ts';
import type { Looking } from './address.ts';
import type { Reject } from './readOracle.ts';

/** Most agents that an address selects. */
const MOST = 50;

/** Reads the round that is looked at, and who is selected, by the numbers of their ids. */
export const readLooking = (given: URLSearchParams, reject: Reject): Looking => ({
  at: roundIn(given, reject),
  agents: agentsIn(given, reject),
});

function roundIn(given: URLSearchParams, reject: Reject): Tick | null {
  const value = given.get('at');
  if (value === null || /^-?\d{1,7}$/.test(value)) return value === null ? null : Number(value);
  reject('at', value, 'must be a round that was played, such as 10');
  return null;
}

function agentsIn(given: URLSearchParams, reject: Reject): readonly number[] {
  const value = given.get('who');
  if (value === null) return [];
  const numbers = value.split(',');
  if (numbers.length <= MOST && numbers.every(number => /^[1-9]\d{0,6}$/.test(number)))
    return numbers.map(number => Number(number) - 1);
  reject('who', value, `must be at most ${MOST} numbers of agents, such as 3,17`);
  return [];
}
