import { isTimedTransition } from '../../statechart/definition.ts';
import type { Machine } from '../../statechart/machine.ts';
import { collectEndedStays } from '../../statistics/dwell.ts';
import type { Lengths } from '../../statistics/lengths.ts';
import type { Tally } from '../../statistics/tally.ts';
import { FEWEST_ENDED, formatTickCount, type StuckAgent, type Unlimited } from './stuckAgent.ts';

/** Who stays long, and where nobody is judged by it. */
interface LongStays {
  readonly found: readonly StuckAgent[];
  readonly unlimited: readonly Unlimited[];
}

/** Agents that stay longer than 95 of 100 stays in their state did. @param tally of the run from its beginning */
export function findLongStays(tally: Tally, { chart }: Machine, word: string): LongStays {
  const { names } = tally.places;
  // Where nothing leads out nobody is held up.
  const isEnd = (state: string): boolean => {
    const number = chart.stateNumber.get(state);
    return number !== undefined && chart.interpreter.outward(number).next().done === true;
  };
  const ended = collectEndedStays(tally);
  const limits = computeStayLimits(tally, ended);
  const found: StuckAgent[] = [];
  const there = names.map(() => 0);
  for (const [agent, place] of tally.place.entries()) {
    there[place]++;
    const { from, to } = tally.presentOf(agent);
    const limit = limits[place];
    if (limit === null || to - from <= limit) continue;
    const reason = `in ${names[place]} for ${formatTickCount(to - from, word)}; 95 of 100 stays there end within ${limit}`;
    const score = (to - from) / Math.max(1, limit);
    found.push({ kind: 'stay', agent, state: names[place], since: from, score, reason });
  }
  const unlimited = names.flatMap((state, place) =>
    limits[place] === null && there[place] > 0 && !isEnd(state)
      ? [{ state, agents: there[place], ended: ended[place].count }]
      : [],
  );
  return { found, unlimited };
}

/** The length that a stay in each place is judged by; null for too few, and where many go on for longer. */
function computeStayLimits(tally: Tally, lengths: readonly Lengths[]): readonly (number | null)[] {
  const { names, initial } = tally.places;
  const open = names.map((): number[] => []);
  for (const [agent, place] of tally.place.entries()) {
    const { from, to } = tally.presentOf(agent);
    open[place].push(to - from);
  }
  return lengths.map((ended, place) => {
    if (ended.count < FEWEST_ENDED) return null;
    return place === initial ? computeRestingStayLimit(ended, open[place]) : ended.quantile(95);
  });
}

/**
 * The same where everybody begins and rests by nature: those that never leave would all be outliers of those that do. So stays that
 * go on count as well, and where more than 5 of 100 of them are longer, none stands out.
 */
function computeRestingStayLimit(ended: Lengths, open: readonly number[]): number | null {
  const limit = computeKaplanMeierLimit(ended, open);
  if (limit === null || open.filter(ticks => ticks > limit).length > open.length / 20) return null;
  return limit;
}

/** The length that 5 of 100 stays exceed, where those that go on count as well (Kaplan and Meier); null for none. */
function computeKaplanMeierLimit(ended: Lengths, open: readonly number[]): number | null {
  const lasting = [...open].sort((a, b) => a - b);
  let [left, shorter, over] = [1, 0, 0];
  for (const [ticks, count] of ended.entries()) {
    while (lasting[shorter] < ticks) shorter++;
    left *= 1 - count / (ended.count - over + lasting.length - shorter);
    over += count;
    if (left <= 0.05) return ticks;
  }
  return null;
}

/** Agents that are in a state beyond the threshold of its time-out. */
export function findOverdueAgents(machine: Machine, tally: Tally, word: string): readonly StuckAgent[] {
  const { chart, population, timeouts, log } = machine;
  const sources = new Set(chart.definition.transitions.filter(isTimedTransition).map(({ source }) => source));
  const timed = [...chart.states.keys()].filter(
    state => sources.has(chart.states[state]) || (chart.isFlat && sources.has('*')),
  );
  const found: StuckAgent[] = [];
  for (const agent of population.state.keys())
    for (const state of timed) {
      if (!machine.isActive(agent, state)) continue;
      const ticks = timeouts.ticksIn(agent, state);
      const limit = machine.threshold(agent, state);
      if (ticks <= limit) continue;
      const reason = `in ${chart.states[state]} for ${formatTickCount(ticks, word)}; its own time-out is after ${limit}`;
      const score = ticks / Math.max(1, limit);
      const name = tally.places.names[tally.place[agent]];
      found.push({ kind: 'timeout', agent, state: name, since: log.tick - ticks, score, reason });
    }
  return found;
}
