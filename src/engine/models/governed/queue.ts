import type { Tick } from '../../core/indices.ts';
import type { MissionLedger } from './missionLedger.ts';

/** Which missions are under way, and which is next. */
export interface SavedQueue {
  readonly active: readonly number[];
  readonly next: number;
  readonly ended: number;
}

/** Limits the missions under way at once; each that ends makes room for the next, in agent order. */
export class Queue {
  /** Agents whose missions are under way, in agent order. */
  active: readonly number[] = [];
  /** The first agent that still waits. */
  next = 0;
  ended = 0;
  readonly #ledger: MissionLedger;
  readonly #most: number;

  constructor(ledger: MissionLedger, most: number) {
    this.#ledger = ledger;
    this.#most = most;
  }

  get waiting(): number {
    return this.#ledger.size - this.next;
  }

  get isOver(): boolean {
    return this.ended === this.#ledger.size;
  }

  /** @param tick in which missions that start now are first asked */
  move(tick: Tick): void {
    const active = this.active.filter(agent => this.#ledger.endedAt(agent) === null);
    this.ended += this.active.length - active.length;
    while (active.length < this.#most && this.next < this.#ledger.size) {
      const agent = this.next++;
      this.#ledger.start(agent, tick);
      active.push(agent);
    }
    this.active = active;
  }

  save(): SavedQueue {
    const { active, next, ended } = this;
    return { active, next, ended };
  }

  restore(saved: SavedQueue): void {
    Object.assign(this, saved);
  }
}
