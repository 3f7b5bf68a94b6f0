import type { World } from '../../../../engine/worlds/world.ts';
import type { WorldsOrder } from '../order.ts';
import { WorldThreads } from '../pool.ts';
import { type Batch, listBatchJobs } from './batches.ts';

/** What plays one plan. */
interface Opened {
  readonly order: WorldsOrder;
  readonly threads: WorldThreads;
}

/** Threads for the plans that a worker plays: those of a plan stay until another one comes. */
export class PlanThreads {
  readonly #opened = new Map<string, Promise<Opened | null>>();
  /** Batches that are being played, by plan. */
  readonly #playing = new Map<string, number>();

  /** @param orderOf an order by its plan's id; null where it is not to be had any more */
  constructor(
    private readonly orderOf: (id: string) => Promise<WorldsOrder | null>,
    private readonly cores: number,
  ) {}

  /** Plays a batch of a plan; null where the plan is gone. @throws InputError */
  async play(id: string, batch: Batch): Promise<readonly World[] | null> {
    this.#count(id, 1);
    try {
      const opened = await (this.#opened.get(id) ?? this.#open(id));
      return opened && (await opened.threads.play(listBatchJobs(opened.order.plan, batch)));
    } finally {
      this.#count(id, -1);
    }
  }

  /** Ends all threads. */
  async end(): Promise<void> {
    for (const id of [...this.#opened.keys()]) await this.#close(id);
  }

  #open(id: string): Promise<Opened | null> {
    const opening = this.#make(id);
    this.#opened.set(id, opening);
    const forget = () => this.#opened.delete(id);
    opening.then(opened => opened ?? forget(), forget);
    return opening;
  }

  async #make(id: string): Promise<Opened | null> {
    for (const other of [...this.#opened.keys()]) if (!this.#playing.get(other)) await this.#close(other);
    const order = await this.orderOf(id);
    return order && { order, threads: new WorldThreads(order, this.cores) };
  }

  async #close(id: string): Promise<void> {
    const opened = this.#opened.get(id);
    this.#opened.delete(id);
    await (await opened?.catch(() => null))?.threads.end();
  }

  #count(id: string, by: number): void {
    this.#playing.set(id, (this.#playing.get(id) ?? 0) + by);
  }
}
