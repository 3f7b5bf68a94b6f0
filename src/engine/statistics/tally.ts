import type { Tick } from '../core/indices.ts';
import type { LogRows } from '../log/logStore.ts';
import type { Machine } from '../statechart/machine.ts';
import { type PlaceTable, UNMET } from './places.ts';

/** One stay: an agent in a place, from the tick in which it came to that in which it left. */
export interface Stay {
  readonly agent: number;
  readonly from: Tick;
  readonly to: Tick;
  readonly ticks: number;
}

/** First and last tick that are counted. */
export interface TickRange {
  readonly from: Tick;
  readonly to: Tick;
}

/** Ends of stays, way by way. */
interface StayEnds {
  /** Stays that began before the range: how many, and their ticks in it. */
  cut: Float64Array;
  cutTicks: Float64Array;
  /** Of the other ones: SHORT lengths of each way, longer ones, and the longest. */
  short: Uint32Array;
  longest: Int32Array;
  by: Uint32Array;
  until: Int32Array;
}

const createEmptyEnds = (ways: number): StayEnds => ({
  cut: new Float64Array(ways),
  cutTicks: new Float64Array(ways),
  short: new Uint32Array(ways * MAX_COUNTED_LENGTH),
  longest: new Int32Array(ways).fill(-1),
  by: new Uint32Array(ways),
  until: new Int32Array(ways),
});

/**
 * Stays in a range of ticks, counted in one pass over the log. A stay is in a place at the end of each of its ticks. Ticks of entry are
 * doubled and relative to the first one; −1 for a stay that began before.
 */
export class Tally {
  /** Each agent's place after the last tick. */
  readonly place: Uint16Array;
  readonly #since: Int32Array;
  readonly #chosen: Uint8Array | null;
  readonly #long: number[][] = [];
  #ends = createEmptyEnds(32);

  /**
   * @param chosen 1 for each agent that is counted; null: all are
   * @throws RangeError for ticks that have not been played
   */
  constructor(
    { past, log }: Machine,
    readonly places: PlaceTable,
    readonly range: TickRange,
    chosen: Uint8Array | null = null,
  ) {
    const { from, to } = range;
    this.place = past.at(Math.max(past.start, from - 1)).state.map(one => places.placeOf(one));
    this.#since = new Int32Array(this.place.length).fill(-1);
    this.#chosen = chosen;
    for (let tick = Math.max(from, past.start + 1); tick <= to; tick++)
      log.stretches(...log.range(tick), (rows, first, end) => this.#count(rows, first, end, tick));
  }

  #count({ agent, transition }: LogRows, first: number, end: number, tick: Tick): void {
    const { base, wide, wayIn, ways } = this.places;
    const [place, since, chosen] = [this.place, this.#since, this.#chosen];
    const now = (tick - this.range.from) * 2;
    let { short, longest } = this.#ends;
    for (let i = first; i < end; i++) {
      const a = agent[i];
      if (chosen !== null && chosen[a] === 0) continue;
      const step = transition[i];
      let way = wayIn[base[step] + wide[step] * place[a]];
      if (way === UNMET) {
        way = this.#meet(step, place[a]);
        ({ short, longest } = this.#ends);
      }
      if (way < 0) continue;
      const twice = now - since[a];
      const ticks = twice >> 1;
      if ((twice & 1) === 1) this.#cut(way, ticks);
      else {
        if (ticks < MAX_COUNTED_LENGTH) short[way * MAX_COUNTED_LENGTH + ticks]++;
        else this.#long[way].push(ticks);
        if (ticks >= longest[way]) this.#noteLongest(way, ticks, a, tick);
      }
      since[a] = now;
      place[a] = ways[way].to;
    }
  }

  #meet(step: number, from: number): number {
    const way = this.places.meet(step, from);
    const before = this.#ends;
    if (way >= before.cut.length) {
      this.#ends = createEmptyEnds(before.cut.length * 2);
      this.#ends.cut.set(before.cut);
      this.#ends.cutTicks.set(before.cutTicks);
      this.#ends.short.set(before.short);
      this.#ends.longest.set(before.longest);
      this.#ends.by.set(before.by);
      this.#ends.until.set(before.until);
    }
    if (way >= 0) this.#long[way] ??= [];
    return way;
  }

  #cut(way: number, ticks: number): void {
    this.#ends.cut[way]++;
    this.#ends.cutTicks[way] += ticks;
  }

  /** Of stays of one length the one that ended first, then that of the lowest agent. */
  #noteLongest(way: number, ticks: number, agent: number, tick: Tick): void {
    const { longest, by, until } = this.#ends;
    if (ticks === longest[way] && (until[way] < tick || by[way] < agent)) return;
    longest[way] = ticks;
    by[way] = agent;
    until[way] = tick;
  }

  /** Stays that began in the range and ended by a way. */
  lengthsOf(way: number): Lengths {
    const lengths = new Lengths();
    this.addTo(lengths, way);
    return lengths;
  }

  /** Adds the stays that began in the range and ended by a way. */
  addTo(lengths: Lengths, way: number): void {
    lengths.add(
      this.#ends.short.subarray(way * MAX_COUNTED_LENGTH, (way + 1) * MAX_COUNTED_LENGTH),
      this.#long[way],
    );
  }

  /** Stays that began before the range and ended by a way. */
  cutOf(way: number): { readonly count: number; readonly ticks: number } {
    return { count: this.#ends.cut[way], ticks: this.#ends.cutTicks[way] };
  }

  /** The longest of the stays that began in the range and ended by a way; null for none. */
  longestOf(way: number): Stay | null {
    const { longest, by, until } = this.#ends;
    const ticks = longest[way];
    return ticks < 0 ? null : { agent: by[way], from: until[way] - ticks, to: until[way], ticks };
  }

  isCounted(agent: number): boolean {
    return this.#chosen === null || this.#chosen[agent] === 1;
  }

  /** An agent's present stay, as far as it lies in the range, its last tick included; `isCut` if it began before. */
  presentOf(agent: number): Stay & { readonly isCut: boolean } {
    const { from, to } = this.range;
    const since = this.#since[agent];
    const begun = from + Math.max(0, since) / 2;
    return { agent, from: begun, to, ticks: to - begun + 1, isCut: since < 0 };
  }
}

/** Lengths up to which stays are counted in a column; longer ones are listed. */
export const MAX_COUNTED_LENGTH = 256;

/** Lengths of stays: the number of stays for each number of ticks. */
export class Lengths {
  readonly #short = new Uint32Array(MAX_COUNTED_LENGTH);
  readonly #long: number[] = [];
  #isSorted = true;
  count = 0;
  total = 0;

  /** Takes in the counts of short stays, and long ones one by one. */
  add(short: Uint32Array, long: readonly number[]): void {
    for (let ticks = 0; ticks < MAX_COUNTED_LENGTH; ticks++) {
      this.#short[ticks] += short[ticks];
      this.count += short[ticks];
      this.total += short[ticks] * ticks;
    }
    for (const ticks of long) {
      this.#long.push(ticks);
      this.total += ticks;
    }
    this.count += long.length;
    if (long.length > 0) this.#isSorted = false;
  }

  /**
   * The least length that at least this part of the stays did not exceed (nearest rank); null for no stays.
   * @param percent 1 to 100
   */
  quantile(percent: number): number | null {
    const rank = Math.ceil((this.count * percent) / 100);
    let sum = 0;
    for (const [ticks, count] of this.entries()) {
      sum += count;
      if (sum >= rank) return ticks;
    }
    return null;
  }

  /** Lengths with how many stays had each, shortest first. */
  *entries(): Generator<readonly [ticks: number, count: number]> {
    for (let ticks = 0; ticks < MAX_COUNTED_LENGTH; ticks++)
      if (this.#short[ticks] > 0) yield [ticks, this.#short[ticks]];
    if (!this.#isSorted) this.#long.sort((a, b) => a - b);
    this.#isSorted = true;
    for (const ticks of this.#long) yield [ticks, 1];
  }
}
