import type { Run } from '../../../engine/run/run.ts';
import type { Job, Plan } from '../../../engine/worlds/worldPlan.ts';
import type { DataTableFiles } from '../../files/tables/dataTableFiles.ts';
import type { TablesOrder, WorldRows } from '../../files/tables/tablesOrder.ts';
import type { PlayedWorld } from './order.ts';

/** Worlds that may wait for an earlier one before the threads do. */
const MAX_WAITING_WORLDS = 40;

/** Rows of worlds that come in any order, written in the order of the jobs: the same bytes from any number of threads. */
export class WorldTables {
  readonly #files: DataTableFiles;
  readonly #jobs: readonly Job[];
  readonly #placeOf: ReadonlyMap<string, number>;
  /** By place, those whose turn has not come. */
  readonly #waiting = new Map<number, readonly WorldRows[]>();
  #next = 0;
  #writing: Promise<void> = Promise.resolve();
  /** Called when fewer wait. */
  #wake: (() => void)[] = [];

  private constructor(files: DataTableFiles, jobs: readonly Job[]) {
    this.#files = files;
    this.#jobs = jobs;
    this.#placeOf = new Map(jobs.map((job, place) => [getJobKey(job), place]));
  }

  /** @param run of the plan's first arm. @throws InputError for a folder that cannot be written */
  static async open(order: TablesOrder, plan: Plan, jobs: readonly Job[], run: Run): Promise<WorldTables> {
    const { DataTableFiles } = await import('../../files/tables/dataTableFiles.ts');
    return new WorldTables(await DataTableFiles.open(order, plan, run, false), jobs);
  }

  /** Adds the rows of worlds that a thread has played; resolves once few enough wait for their turn. */
  async add(worlds: readonly PlayedWorld[]): Promise<void> {
    for (const { arm, world, tables } of worlds) {
      const place = this.#placeOf.get(getJobKey({ arm, world }));
      if (place === undefined || tables === undefined)
        throw new Error(`rows of world ${world} of arm ${arm} were not asked for`);
      this.#waiting.set(place, tables);
    }
    this.#writing = this.#writing.then(() => this.#writeNext());
    await this.#writing;
    // The thread that plays the next one is not among those that wait here, so its turn comes.
    while (this.#waiting.size > MAX_WAITING_WORLDS)
      await new Promise<void>(resolve => this.#wake.push(resolve));
  }

  async #writeNext(): Promise<void> {
    for (let rows = this.#waiting.get(this.#next); rows !== undefined; rows = this.#waiting.get(this.#next)) {
      this.#waiting.delete(this.#next);
      await this.#files.add(this.#jobs[this.#next++], rows);
    }
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** Moves the files into place. */
  write(): Promise<void> {
    return this.#files.write();
  }

  /** Leaves everything as it was before. */
  discard(): Promise<void> {
    return this.#files.discard();
  }
}

const getJobKey = ({ arm, world }: Job): string => `${arm} ${world}`;
