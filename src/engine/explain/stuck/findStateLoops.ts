import type { Tick } from '../../core/indices.ts';
import type { Tally } from '../../statistics/tally.ts';
import { formatTickCount, type StuckAgent } from './stuckAgent.ts';
import { MOVES, type Trail, type Trails } from './trails.ts';

/** Returns in a row from which on two places are gone back and forth between, and more are a loop. */
const PAIR = 2;
const LOOP = 3;
/** Most places of a loop. */
const LONGEST = 8;

/** Places that an agent goes through again and again. */
interface Round {
  readonly places: readonly number[];
  /** How often it came back to where it began. */
  readonly returns: number;
  readonly since: Tick;
  /** Whether it may have gone round before, of which nothing is remembered. */
  readonly isCut: boolean;
}

/** Places that agents go round in, without anything else between: one row for each such round, the longest first. */
export function findStateLoops(trails: Trails, tally: Tally): readonly StuckAgent[] {
  const { names } = tally.places;
  const all = new Map<string, { readonly round: Round; readonly agent: number; readonly agents: number }>();
  for (const agent of tally.place.keys()) {
    const round = findTrailLoop(trails.of(agent), tally.range.to);
    if (round === null) continue;
    const key = getLoopKey(round.places);
    const before = all.get(key);
    const agents = (before?.agents ?? 0) + 1;
    const isLonger = before === undefined || round.returns > before.round.returns;
    all.set(key, isLonger ? { round, agent, agents } : { ...before, agents });
  }
  return [...all.values()].map(({ round: { places, returns, since, isCut }, agent, agents }): StuckAgent => {
    const isPair = places.length === 2;
    const way = places.map(place => names[place]).join(isPair ? ' ⇄ ' : ' → ');
    return {
      kind: isPair ? 'back and forth' : 'loop',
      agent,
      state: names[tally.place[agent]],
      since,
      score: (returns + (isCut ? 1 : 0)) / (isPair ? PAIR : LOOP),
      reason: `${way}, ${isCut ? 'at least ' : ''}${formatTickCount(returns, 'return')} in a row; ${agents === 1 ? 'nobody else goes' : `${formatTickCount(agents, 'agent')} go`} round so now`,
      agents,
    };
  });
}

/** The round that a trail ends with, the one of fewest places; null for none, and where the agent has come to rest. */
function findTrailLoop({ places, ticks }: Trail, now: Tick): Round | null {
  for (let period = 2; period <= LONGEST; period++) {
    let first = places.length - 1 - period;
    while (first >= 0 && places[first] === places[first + period]) first--;
    const begin = first + 1;
    const returns = Math.floor((places.length - 1 - begin) / period);
    if (returns < (period === 2 ? PAIR : LOOP)) continue;
    const present = now - ticks[ticks.length - 1];
    const longest = Math.max(...ticks.slice(begin + 1).map((tick, i) => tick - ticks[begin + i]));
    // A full trail does not say how often it went round before.
    const isCut = begin === 0 && places.length >= MOVES;
    return present > longest
      ? null
      : { places: places.slice(begin, begin + period), returns, since: ticks[begin], isCut };
  }
  return null;
}

/** The same for a round wherever it begins. */
const getLoopKey = (places: readonly number[]): string =>
  places.map((_, i) => [...places.slice(i), ...places.slice(0, i)].join()).sort()[0];
