import type { Tick } from '../core/indices.ts';
import { EVENT_KINDS, type EventKind, type EventRecord } from '../model/event.ts';
import type { EventReader, RunEvent } from './eventReader.ts';
import { createEventFilter } from './writeEventLines.ts';

/** Ticks with cached events, for repeated requests while scrolling. */
const MAX_CACHED_TICKS = 4;
const EVENT_KIND_COUNT = EVENT_KINDS.length;

/** Filter of an index; absent fields leave nothing out. */
interface IndexChoice {
  readonly agents?: readonly number[];
  /** Words that a line, or the name of its agent, has. */
  readonly words?: string;
}

/** Numbers of events by tick and kind, so that the lines of any place of a long log are found without making all of them. */
export class EventIndex {
  /** Counts of the tick `first` + i from i × KINDS on. */
  readonly #counts: number[] = [];
  readonly #kept = new Map<Tick, readonly RunEvent[]>();
  readonly #isChosen: (event: RunEvent) => boolean;

  constructor(
    private readonly reader: EventReader,
    readonly first: Tick,
    choice: IndexChoice = {},
    nameOf: (agent: number) => string = () => '',
  ) {
    const isOf = createEventFilter(choice);
    const words = choice.words?.toLowerCase() ?? '';
    const says = (event: RunEvent) =>
      JSON.stringify(this.reader.record(event)).toLowerCase().includes(words) ||
      (event.agent !== null && nameOf(event.agent).toLowerCase().includes(words));
    this.#isChosen = event => isOf(event) && (words === '' || says(event));
  }

  /** The next tick to count. */
  get next(): Tick {
    return this.first + this.#counts.length / EVENT_KIND_COUNT;
  }

  /** Counts the events of a sealed tick; ticks are counted in order. */
  count(): void {
    const tick = this.next;
    const counts = new Array<number>(EVENT_KIND_COUNT).fill(0);
    for (const { kind } of this.#at(tick)) counts[EVENT_KINDS.indexOf(kind)]++;
    this.#counts.push(...counts);
  }

  /** Numbers of events of counted ticks, by kind. */
  countsIn(from: Tick, to: Tick): Record<EventKind, number> {
    const sums = new Array<number>(EVENT_KIND_COUNT).fill(0);
    for (let i = this.#place(from); i < this.#place(to + 1); i++)
      sums[i % EVENT_KIND_COUNT] += this.#counts[i];
    return Object.fromEntries(EVENT_KINDS.map((kind, i) => [kind, sums[i]])) as Record<EventKind, number>;
  }

  /** Lines of some kinds in counted ticks, newest first. @param skipped before the first of them */
  lines(
    [from, to]: readonly [Tick, Tick],
    kinds: ReadonlySet<EventKind>,
    skipped: number,
    most: number,
  ): readonly EventRecord[] {
    const lines: EventRecord[] = [];
    let before = skipped;
    for (let tick = Math.min(to, this.next - 1); tick >= Math.max(from, this.first); tick--) {
      const count = this.#countOf(tick, kinds);
      if (before >= count) {
        before -= count;
        continue;
      }
      const events = this.#at(tick).filter(({ kind }) => kinds.has(kind));
      for (let i = count - 1 - before; i >= 0 && lines.length < most; i--)
        lines.push(this.reader.record(events[i]));
      before = 0;
      if (lines.length === most) break;
    }
    return lines;
  }

  /** Records of a tick, in its order. */
  recordsOf(tick: Tick, kinds: ReadonlySet<EventKind>): readonly EventRecord[] {
    return this.#at(tick)
      .filter(({ kind }) => kinds.has(kind))
      .map(event => this.reader.record(event));
  }

  #place(tick: Tick): number {
    return Math.max(0, Math.min(this.#counts.length, (tick - this.first) * EVENT_KIND_COUNT));
  }

  #countOf(tick: Tick, kinds: ReadonlySet<EventKind>): number {
    const at = this.#place(tick);
    return EVENT_KINDS.reduce((sum, kind, i) => sum + (kinds.has(kind) ? this.#counts[at + i] : 0), 0);
  }

  #at(tick: Tick): readonly RunEvent[] {
    const known = this.#kept.get(tick);
    if (known !== undefined) return known;
    const events = this.reader.at(tick).filter(this.#isChosen);
    this.#kept.set(tick, events);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_CACHED_TICKS) this.#kept.delete(oldest);
    return events;
  }
}
