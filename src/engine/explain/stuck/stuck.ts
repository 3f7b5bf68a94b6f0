import { formatPlainCount } from '../../core/formatNounCount.ts';
import type { Tick } from '../../core/indices.ts';
import type { Journal } from '../../oracle/journal.ts';
import type { Run } from '../../run/run.ts';
import { isTimedTransition } from '../../statechart/definition.ts';
import type { Machine } from '../../statechart/machine.ts';
import { collectEndedStays } from '../../statistics/dwell.ts';
import { PlaceTable, UNMET } from '../../statistics/places.ts';
import { type Lengths, Tally } from '../../statistics/tally.ts';
import { buildTriggerLines } from '../getAgentDetail.ts';
import { isLoopingAgent, MIN_ENDED_STAYS, type StuckAgent, type Unlimited } from './stuckAgent.ts';

/** Stuck agents at a run's sealed tick. */
export interface Stuck {
  readonly tick: number;
  /** The most extreme first. */
  readonly agents: readonly StuckAgent[];
  /** States with too few ended stays, or in which agents rest by nature, so that none there counts as long. */
  readonly unlimited: readonly Unlimited[];
}

/** Maximum number of held agents, from the first, whose waits are listed. */
const MAX_EXPLAINED_AGENTS = 100;

/**
 * Agents that are stuck, judged by the run up to its sealed tick alone. O(rows of the log).
 * @param journal of the run, of which this one may be a replica
 * @param word for a tick: "round"
 */
export function findStuckAgents(run: Run, journal: Journal = run.journal, word = 'round'): Stuck {
  const { machine, tick } = run;
  const places = new PlaceTable(machine);
  const tally = new Tally(machine, places, { from: machine.past.start, to: tick });
  const nameOf = (agent: number) => places.names[tally.place[agent]];
  const rules = (run.state.verdicts?.() ?? []).map(
    ({ agent, ...verdict }): StuckAgent => ({
      kind: 'rule',
      agent,
      state: nameOf(agent),
      since: tally.presentOf(agent).from,
      ...verdict,
    }),
  );
  const judged = new Set(rules.map(({ agent }) => agent));
  const { found, unlimited } = findLongStays(tally, machine, word);
  const agents = [
    // The length of a stay says less than a rule that explains it.
    ...found.filter(({ agent }) => !judged.has(agent)),
    ...findOverdueAgents(machine, tally, word),
    ...findStalledAgents(journal, tick, nameOf, word),
    ...rules,
    ...findStateLoops(new Trails(machine, places), tally),
  ];
  agents.sort((a, b) => b.score - a.score || a.agent - b.agent);
  const reported = new Set(agents.filter(one => !isLoopingAgent(one)).slice(0, MAX_EXPLAINED_AGENTS));
  return {
    tick,
    agents: agents.map(one => (reported.has(one) ? addPendingTransitions(machine, one) : one)),
    unlimited,
  };
}

/** With what would lead it out of its state, and what that waits for. */
function addPendingTransitions(machine: Machine, one: StuckAgent): StuckAgent {
  const waits = buildTriggerLines(machine, one.agent)
    .filter(({ ready }) => !ready)
    .map(({ trigger, reason }) => ({ trigger, reason: reason.replace(/^no: /, '') }));
  return waits.length === 0 ? one : { ...one, waits };
}

/** Agents whose questions were put again and again and not answered in time, the last tick among them. */
function findStalledAgents(
  journal: Journal,
  tick: number,
  nameOf: (agent: number) => string,
  word: string,
): StuckAgent[] {
  let waiting = journal.lateIn(tick).map(agent => ({ agent, since: tick }));
  const found: StuckAgent[] = [];
  for (let before = tick - 1; waiting.length > 0; before--) {
    const late = new Set(journal.lateIn(before));
    for (const { agent, since } of waiting) {
      if (late.has(agent)) continue;
      const times = tick - since + 1;
      const reason = `asked in ${formatPlainCount(times, word)} in a row and not answered in time`;
      found.push({ kind: 'question', agent, state: nameOf(agent), since, score: times, reason });
    }
    waiting = waiting.filter(({ agent }) => late.has(agent)).map(({ agent }) => ({ agent, since: before }));
  }
  return found;
}

/** Returns in a row from which on moves between two places count as back and forth, and between more as a loop. */
const PAIR = 2;
const LOOP = 3;
/** Most places of a loop. */
const MAX_LOOP_LENGTH = 8;

/** Places that an agent goes through again and again. */
interface Round {
  readonly places: readonly number[];
  /** Number of returns to the beginning. */
  readonly returns: number;
  readonly since: Tick;
  /** True if earlier rounds may have been forgotten. */
  readonly isCut: boolean;
}

/** Places that agents go round in, without anything else between: one row for each such round, the longest first. */
function findStateLoops(trails: Trails, tally: Tally): readonly StuckAgent[] {
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
      reason: `${way}, ${isCut ? 'at least ' : ''}${formatPlainCount(returns, 'return')} in a row; ${agents === 1 ? 'nobody else goes' : `${formatPlainCount(agents, 'agent')} go`} round so now`,
      agents,
    };
  });
}

/** The cycle at the end of a trail with the fewest places; null for none, and if the agent has come to rest. */
function findTrailLoop({ places, ticks }: Trail, now: Tick): Round | null {
  for (let period = 2; period <= MAX_LOOP_LENGTH; period++) {
    let first = places.length - 1 - period;
    while (first >= 0 && places[first] === places[first + period]) first--;
    const begin = first + 1;
    const returns = Math.floor((places.length - 1 - begin) / period);
    if (returns < (period === 2 ? PAIR : LOOP)) continue;
    const present = now - ticks[ticks.length - 1];
    const longest = Math.max(...ticks.slice(begin + 1).map((tick, i) => tick - ticks[begin + i]));
    // A full trail does not say how often it went round before.
    const isCut = begin === 0 && places.length >= REMEMBERED_MOVES;
    return present > longest
      ? null
      : { places: places.slice(begin, begin + period), returns, since: ticks[begin], isCut };
  }
  return null;
}

/** Key of a cycle, independent of its beginning. */
const getLoopKey = (places: readonly number[]): string =>
  places.map((_, i) => [...places.slice(i), ...places.slice(0, i)].join()).sort()[0];

/** Moves of an agent that are remembered. */
const REMEMBERED_MOVES = 48;

/** The places that an agent was in last, oldest first, and the tick in which it came to each. */
interface Trail {
  readonly places: readonly number[];
  readonly ticks: readonly Tick[];
}

/** Last places of each agent: one pass over the log. */
class Trails {
  readonly #place: Uint16Array;
  readonly #ticks: Int32Array;
  readonly #moves: Uint32Array;
  readonly #start: Tick;
  readonly #initial: number;

  constructor({ past, log, population }: Machine, places: PlaceTable) {
    this.#place = new Uint16Array(population.size * REMEMBERED_MOVES);
    this.#ticks = new Int32Array(population.size * REMEMBERED_MOVES);
    this.#moves = new Uint32Array(population.size);
    this.#start = past.start;
    this.#initial = places.initial;
    const now = new Uint16Array(population.size).fill(places.initial);
    past.forEach(past.start, log.tick, (tick, agent, step) => {
      let way = places.wayIn[places.base[step] + places.wide[step] * now[agent]];
      if (way === UNMET) way = places.meet(step, now[agent]);
      if (way < 0) return;
      now[agent] = places.ways[way].to;
      const at = agent * REMEMBERED_MOVES + (this.#moves[agent]++ % REMEMBERED_MOVES);
      this.#place[at] = now[agent];
      this.#ticks[at] = tick;
    });
  }

  of(agent: number): Trail {
    const moves = this.#moves[agent];
    const trail = { places: [] as number[], ticks: [] as Tick[] };
    if (moves < REMEMBERED_MOVES) {
      trail.places.push(this.#initial);
      trail.ticks.push(this.#start);
    }
    for (let move = Math.max(0, moves - REMEMBERED_MOVES); move < moves; move++) {
      const at = agent * REMEMBERED_MOVES + (move % REMEMBERED_MOVES);
      trail.places.push(this.#place[at]);
      trail.ticks.push(this.#ticks[at]);
    }
    return trail;
  }
}

/** Agents with long stays, and places without a limit. */
interface LongStays {
  readonly found: readonly StuckAgent[];
  readonly unlimited: readonly Unlimited[];
}

/** Agents that stay longer than 95 of 100 stays in their state did. @param tally of the run from its beginning */
function findLongStays(tally: Tally, { chart }: Machine, word: string): LongStays {
  const { names } = tally.places;
  // Nobody is held up in a state without a way out.
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
    const reason = `in ${names[place]} for ${formatPlainCount(to - from, word)}; 95 of 100 stays there end within ${limit}`;
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

/** The limit of a stay in each place; null for too few stays, and if many continue for longer. */
function computeStayLimits(tally: Tally, lengths: readonly Lengths[]): readonly (number | null)[] {
  const { names, initial } = tally.places;
  const open = names.map((): number[] => []);
  for (const [agent, place] of tally.place.entries()) {
    const { from, to } = tally.presentOf(agent);
    open[place].push(to - from);
  }
  return lengths.map((ended, place) => {
    if (ended.count < MIN_ENDED_STAYS) return null;
    return place === initial ? computeRestingStayLimit(ended, open[place]) : ended.quantile(95);
  });
}

/**
 * The limit for a place in which everybody begins and rests by nature: those that never leave would all be outliers of
 * those that do. So continuing stays count as well, and if more than 5 of 100 of them are longer, none stands out.
 */
function computeRestingStayLimit(ended: Lengths, open: readonly number[]): number | null {
  const limit = computeKaplanMeierLimit(ended, open);
  if (limit === null || open.filter(ticks => ticks > limit).length > open.length / 20) return null;
  return limit;
}

/** The length that 5 of 100 stays exceed, continuing ones included (Kaplan and Meier); null for none. */
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
function findOverdueAgents(machine: Machine, tally: Tally, word: string): readonly StuckAgent[] {
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
      const reason = `in ${chart.states[state]} for ${formatPlainCount(ticks, word)}; its own time-out is after ${limit}`;
      const score = ticks / Math.max(1, limit);
      const name = tally.places.names[tally.place[agent]];
      found.push({ kind: 'timeout', agent, state: name, since: log.tick - ticks, score, reason });
    }
  return found;
}
