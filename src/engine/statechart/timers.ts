import type { ChartEvent } from './definition.ts';

/** An event that an agent has sent to itself and that is not due yet. */
export interface Timer {
  readonly agent: number;
  /** When it arrives, in ticks: in the first tick that is not before. */
  readonly due: number;
  readonly event: ChartEvent;
  /** Nothing takes it back any more: XState knows one timer by an id, the last. */
  readonly isLoose?: boolean;
}

/** Delayed events, delivered in the order in which they are due; those due at once, in the order in which they were sent. */
export class Timers {
  readonly #byTick = new Map<number, Timer[]>();

  /** @param hasOneEach whether an id stands for the last event that was sent with it, until one with it arrives */
  constructor(readonly hasOneEach: boolean) {}

  add(timer: Timer): void {
    this.#loosen(timer);
    this.#put(timer);
  }

  #put(timer: Timer): void {
    const tick = Math.ceil(timer.due);
    const own = this.#byTick.get(tick) ?? [];
    this.#byTick.set(tick, own);
    const later = own.findIndex(({ due }) => due > timer.due);
    own.splice(later < 0 ? own.length : later, 0, timer);
  }

  /** Takes back an agent's events with this id. */
  cancel(agent: number, id: string): void {
    for (const [due, timers] of this.#byTick)
      this.#byTick.set(
        due,
        timers.filter(timer => timer.agent !== agent || timer.event.sendId !== id || timer.isLoose === true),
      );
  }

  /** Lets go of an agent's other events with the id of one that is sent or that arrives. */
  #loosen({ agent, event: { sendId } }: Timer): void {
    if (!this.hasOneEach || sendId === undefined) return;
    for (const timers of this.#byTick.values())
      for (const [i, timer] of timers.entries())
        if (timer.agent === agent && timer.event.sendId === sendId) timers[i] = { ...timer, isLoose: true };
  }

  /** The next event that is due by a tick, removed; undefined when there is none. */
  next(tick: number): Timer | undefined {
    const own = this.#byTick.get(tick);
    const timer = own?.shift();
    if (own?.length === 0) this.#byTick.delete(tick);
    if (timer !== undefined) this.#loosen(timer);
    return timer;
  }

  /** The first tick in which an event is due; null when there is none. */
  get soonest(): number | null {
    let soonest: number | null = null;
    for (const [due, timers] of this.#byTick)
      if (timers.length > 0 && (soonest === null || due < soonest)) soonest = due;
    return soonest;
  }

  save(): readonly Timer[] {
    return [...this.#byTick.values()].flat();
  }

  restore(timers: readonly Timer[]): void {
    for (const timer of timers) this.#put(timer);
  }
}
