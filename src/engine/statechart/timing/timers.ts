import type { ChartEvent } from '../definition.ts';

/** An event that an agent has sent to itself and that is not due yet. */
export interface Timer {
  readonly agent: number;
  /** When it arrives, in ticks: in the first tick that is not before. */
  readonly due: number;
  readonly event: ChartEvent;
  /** Nothing takes it back any more: XState knows one timer by an id, the last. */
  readonly isLoose?: boolean;
}

/** A timer in its place; letting go of it leaves it there. */
interface TimerEntry {
  timer: Timer;
  isGone: boolean;
}

/** Due items of one tick, in their order; those due at once in the order of sending. */
class Bucket {
  #entries: TimerEntry[] = [];
  /** Beginning of the undelivered entries. */
  #head = 0;
  #gone = 0;
  #isSorted = true;

  /** Number of timers. */
  get size(): number {
    return this.#entries.length - this.#head - this.#gone;
  }

  /** Order is made when somebody asks for it: each timer then costs no search through the others. */
  put(entry: TimerEntry): void {
    const last = this.#entries.at(-1);
    if (last !== undefined && last.timer.due > entry.timer.due) this.#isSorted = false;
    this.#entries.push(entry);
  }

  remove(entry: TimerEntry): void {
    entry.isGone = true;
    this.#gone++;
    // An agent may take back and send for long before the tick comes.
    if (this.#gone * 2 > this.#entries.length) this.#sweep();
  }

  /** The first timer, removed; undefined when there is none. */
  shift(): TimerEntry | undefined {
    this.#sort();
    while (this.#head < this.#entries.length) {
      const entry = this.#entries[this.#head++];
      if (!entry.isGone) return entry;
      this.#gone--;
    }
    return undefined;
  }

  /** Every timer, the first first. */
  list(): readonly Timer[] {
    this.#sort();
    this.#sweep();
    return this.#entries.map(({ timer }) => timer);
  }

  #sort(): void {
    if (this.#isSorted) return;
    this.#sweep();
    // Sorting keeps the order of those that are due at once.
    this.#entries.sort((a, b) => a.timer.due - b.timer.due);
    this.#isSorted = true;
  }

  #sweep(): void {
    this.#entries = this.#entries.slice(this.#head).filter(({ isGone }) => !isGone);
    this.#head = 0;
    this.#gone = 0;
  }
}

/** Delayed events, delivered in the order in which they are due; those due at once, in the order in which they were sent. */
export class Timers {
  readonly #byTick = new Map<number, Bucket>();
  /** By agent and id, those that the id stands for. */
  readonly #byId = new Map<number, Map<string, Set<TimerEntry>>>();
  /** Timers of each agent that has some. */
  readonly #counts = new Map<number, number>();

  /** @param hasOneEach whether an id stands for the last event that was sent with it, until one with it arrives */
  constructor(readonly hasOneEach: boolean) {}

  /** Number of an agent's events that are not due yet. */
  count(agent: number): number {
    return this.#counts.get(agent) ?? 0;
  }

  #add(agent: number, more: 1 | -1): void {
    const count = this.count(agent) + more;
    if (count === 0) this.#counts.delete(agent);
    else this.#counts.set(agent, count);
  }

  add(timer: Timer): void {
    this.#loosen(timer);
    this.#put(timer);
  }

  #put(timer: Timer): void {
    const tick = Math.ceil(timer.due);
    const bucket = this.#byTick.get(tick) ?? new Bucket();
    this.#byTick.set(tick, bucket);
    const entry = { timer, isGone: false };
    bucket.put(entry);
    this.#add(timer.agent, 1);
    this.#know(entry);
  }

  #know(entry: TimerEntry): void {
    const { agent, event, isLoose } = entry.timer;
    if (event.sendId === undefined || isLoose === true) return;
    const own = this.#byId.get(agent) ?? new Map<string, Set<TimerEntry>>();
    this.#byId.set(agent, own);
    const same = own.get(event.sendId) ?? new Set();
    own.set(event.sendId, same);
    same.add(entry);
  }

  /** Forgets that an agent's id stands for anything. @returns what it stood for */
  #forget(agent: number, id: string): Iterable<TimerEntry> {
    const own = this.#byId.get(agent);
    const same = own?.get(id);
    if (own === undefined || same === undefined) return [];
    own.delete(id);
    if (own.size === 0) this.#byId.delete(agent);
    return same;
  }

  /** Takes back an agent's events with this id. */
  cancel(agent: number, id: string): void {
    for (const entry of this.#forget(agent, id)) {
      this.#byTick.get(Math.ceil(entry.timer.due))?.remove(entry);
      this.#add(agent, -1);
    }
  }

  /** Lets go of an agent's other events with the id of one that is sent or that arrives. */
  #loosen({ agent, event: { sendId } }: Timer): void {
    if (!this.hasOneEach || sendId === undefined) return;
    for (const entry of this.#forget(agent, sendId)) entry.timer = { ...entry.timer, isLoose: true };
  }

  /** The next event that is due by a tick, removed; undefined when there is none. */
  next(tick: number): Timer | undefined {
    const bucket = this.#byTick.get(tick);
    const entry = bucket?.shift();
    if (bucket?.size === 0) this.#byTick.delete(tick);
    if (entry === undefined) return undefined;
    this.#arrive(entry);
    return entry.timer;
  }

  /** An arrived event cannot be cancelled. */
  #arrive(entry: TimerEntry): void {
    const { agent, event } = entry.timer;
    this.#add(agent, -1);
    if (event.sendId === undefined) return;
    const own = this.#byId.get(agent);
    const same = own?.get(event.sendId);
    same?.delete(entry);
    if (same?.size === 0) this.#forget(agent, event.sendId);
    this.#loosen(entry.timer);
  }

  /** The first tick in which an event is due; null when there is none. */
  get soonest(): number | null {
    let soonest: number | null = null;
    for (const [due, { size }] of this.#byTick)
      if (size > 0 && (soonest === null || due < soonest)) soonest = due;
    return soonest;
  }

  save(): readonly Timer[] {
    return [...this.#byTick.values()].flatMap(bucket => bucket.list());
  }

  restore(timers: readonly Timer[]): void {
    for (const timer of timers) this.#put(timer);
  }
}
