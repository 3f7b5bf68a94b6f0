import type { Tick } from '../core/indices.ts';
import type { PlaceTable } from './places.ts';
import { Lengths, type Stay, type Tally } from './tally.ts';

/** Outcomes of the stays in one place, in a range of ticks. */
export interface Dwell {
  readonly state: string;
  /** Ticks that agents were there, at the end of each; and their share of all. */
  readonly agentTicks: number;
  readonly share: number;
  readonly entries: number;
  readonly entriesPerAgent: number;
  /** Stays that began and ended in the range; of them the middle, what 95 of 100 did not exceed and the longest. */
  readonly ended: number;
  readonly median: number | null;
  readonly p95: number | null;
  readonly longest: Stay | null;
  /** Stays that the range cuts off: they began before it, go on after it, or both. */
  readonly cutAtStart: number;
  readonly cutAtEnd: number;
  readonly cutAtBoth: number;
  /** The longest of those that go on, as far as it lies in the range. */
  readonly longestGoingOn: Stay | null;
}

interface Open {
  ticks: number;
  atEnd: number;
  atBoth: number;
  longest: Stay | null;
}

/** Dwell of each place, in their order. @param lastTickOf of an agent: of later ticks nothing is known, so they are in no share */
export function computeDwellTimes(
  tally: Tally,
  agents: number,
  lastTickOf: (agent: number) => Tick | null = () => null,
): readonly Dwell[] {
  const { places, range } = tally;
  const { open, unknown } = collectOpenStays(tally, lastTickOf);
  const all = Math.max(1, agents * (range.to - range.from + 1) - unknown);
  const entries = new Float64Array(places.names.length);
  const left = places.names.map((_, place) => countDepartures(tally, place));
  for (const [number, way] of places.ways.entries())
    entries[way.to] += tally.lengthsOf(number).count + tally.cutOf(number).count;
  return places.names.map((state, place): Dwell => {
    const { lengths, longest, cut } = left[place];
    const agentTicks = lengths.total + cut.ticks + open[place].ticks;
    return {
      state,
      agentTicks,
      share: agentTicks / all,
      entries: entries[place],
      entriesPerAgent: entries[place] / Math.max(1, agents),
      ended: lengths.count,
      median: lengths.quantile(50),
      p95: lengths.quantile(95),
      longest,
      cutAtStart: cut.count,
      cutAtEnd: open[place].atEnd,
      cutAtBoth: open[place].atBoth,
      longestGoingOn: open[place].longest,
    };
  });
}

/** Lengths of the stays that began in the range and ended, place by place. */
export const collectEndedStays = (tally: Tally): readonly Lengths[] =>
  tally.places.names.map((_, place) => countDepartures(tally, place).lengths);

/** Stays in a place that ended, by whatever way. */
function countDepartures(tally: Tally, place: number) {
  const lengths = new Lengths();
  const cut = { count: 0, ticks: 0 };
  let longest: Stay | null = null;
  for (const number of listPathsFromPlace(tally.places, place)) {
    tally.addTo(lengths, number);
    const { count, ticks } = tally.cutOf(number);
    cut.count += count;
    cut.ticks += ticks;
    longest = selectLongerStay(longest, tally.longestOf(number));
  }
  return { lengths, cut, longest };
}

const listPathsFromPlace = ({ ways }: PlaceTable, place: number): readonly number[] =>
  [...ways.keys()].filter(number => ways[number].from === place);

/** The longer of two stays; of equal ones that which ended first, then that of the lower agent. */
function selectLongerStay(a: Stay | null, b: Stay | null): Stay | null {
  if (a === null || b === null) return a ?? b;
  const order = b.ticks - a.ticks || a.to - b.to || a.agent - b.agent;
  return order > 0 ? b : a;
}

/** Stays that go on after the last tick, place by place, as far as they are known, and the ticks of which nothing is known. */
function collectOpenStays(tally: Tally, lastTickOf: (agent: number) => Tick | null) {
  const open = tally.places.names.map((): Open => ({ ticks: 0, atEnd: 0, atBoth: 0, longest: null }));
  let unknown = 0;
  for (const [agent, place] of tally.place.entries()) {
    if (!tally.isCounted(agent)) continue;
    const { isCut, ...present } = tally.presentOf(agent);
    const to = Math.min(present.to, Math.max(lastTickOf(agent) ?? present.to, present.from - 1));
    const stay = { ...present, to, ticks: to - present.from + 1 };
    unknown += present.ticks - stay.ticks;
    if (stay.ticks === 0) continue;
    const here = open[place];
    here.ticks += stay.ticks;
    if (isCut) here.atBoth++;
    else here.atEnd++;
    here.longest = selectLongerStay(here.longest, stay);
  }
  return { open, unknown };
}
