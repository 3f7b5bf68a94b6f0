import { InputError } from '../../../engine/core/errors.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { World } from '../../../engine/worlds/worldCourse.ts';
import { getJobKey, type Job, type Plan } from '../../../engine/worlds/worldPlan.ts';
import type { DataTableFiles } from '../../files/tables/dataTableFiles.ts';
import type { TablesOrder, WorldRows } from '../../files/tables/tablesOrder.ts';
import type { JournalWorld, WorldJournal } from '../../files/tables/worldJournal.ts';
import type { PlayedWorld } from './order.ts';

/** Worlds that may wait for an earlier one before the threads do. */
const MAX_WAITING_WORLDS = 40;

/** Worlds whose rows are asked for. */
interface AskedTables {
  readonly plan: Plan;
  /** All of them, in the order of the rows. */
  readonly jobs: readonly Job[];
}

/**
 * Rows of worlds that come in any order, written in the order of the jobs: the same bytes from any number of threads. A world is
 * in the journal once it is finished, so that a command that was interrupted or killed goes on.
 */
export class WorldTables {
  readonly #files: DataTableFiles;
  readonly #journal: WorldJournal;
  readonly #jobs: readonly Job[];
  readonly #placeOf: ReadonlyMap<string, number>;
  /** By place, those whose turn has not come. */
  readonly #waiting = new Map<number, readonly WorldRows[]>();
  #next = 0;
  #writing: Promise<void> = Promise.resolve();
  /** Called when fewer wait. */
  #wake: (() => void)[] = [];
  #ending: Promise<number> | null = null;
  readonly #restored: World[] = [];
  /** True if the journal has worlds that are not asked for. */
  #hasOthers = false;

  private constructor(files: DataTableFiles, journal: WorldJournal, jobs: readonly Job[]) {
    this.#files = files;
    this.#journal = journal;
    this.#jobs = jobs;
    this.#placeOf = new Map(jobs.map((job, place) => [getJobKey(job), place]));
  }

  /** Worlds of an earlier command: they are in the tables already. */
  get restored(): readonly World[] {
    return this.#restored;
  }

  /**
   * @param run of the plan's first arm
   * @throws InputError for a folder that cannot be written, and for a journal without the rows that are asked for
   */
  static async open(order: TablesOrder, { plan, jobs }: AskedTables, run: Run): Promise<WorldTables> {
    const { DataTableFiles } = await import('../../files/tables/dataTableFiles.ts');
    const { WorldJournal } = await import('../../files/tables/worldJournal.ts');
    const files = await DataTableFiles.open(order, plan, run);
    let journal: WorldJournal | null = null;
    try {
      journal = await WorldJournal.open(files.journalFolder);
      const tables = new WorldTables(files, journal, jobs);
      await tables.#restore();
      return tables;
    } catch (error) {
      await files.discard();
      await journal?.close();
      throw error;
    }
  }

  async #restore(): Promise<void> {
    for await (const { tables, ...world } of this.#journal.read()) {
      const place = this.#placeOf.get(getJobKey(world));
      if (place === undefined) this.#hasOthers = true;
      else if (place >= this.#next && !this.#waiting.has(place)) {
        const rows = this.#files.names.map(name => tables.find(table => table.name === name));
        const missing = this.#files.names.find((_, at) => rows[at] === undefined);
        if (missing !== undefined)
          throw new InputError(
            `${this.#files.journalFolder} has no rows of table ${missing}: remove it to play all again`,
          );
        this.#waiting.set(
          place,
          rows.flatMap(table => table ?? []),
        );
        this.#restored.push(world);
        await this.#writeNext();
      }
    }
  }

  /** Adds the rows of worlds that a thread has played; resolves once few enough wait for their turn. */
  async add(worlds: readonly PlayedWorld[]): Promise<void> {
    const finished = worlds.map(world => this.#checkAsked(world));
    this.#writing = this.#writing.then(async () => {
      await this.#journal.add(finished);
      for (const world of finished)
        this.#waiting.set(this.#placeOf.get(getJobKey(world)) ?? -1, world.tables);
      await this.#writeNext();
    });
    await this.#writing;
    // The thread that plays the next one is not among those that wait here, so its turn comes.
    while (this.#waiting.size > MAX_WAITING_WORLDS)
      await new Promise<void>(resolve => this.#wake.push(resolve));
  }

  #checkAsked({ tables, ...world }: PlayedWorld): JournalWorld {
    if (!this.#placeOf.has(getJobKey(world)) || tables === undefined)
      throw new Error(`rows of world ${world.world} of arm ${world.arm} were not asked for`);
    return { ...world, tables };
  }

  async #writeNext(): Promise<void> {
    for (let rows = this.#waiting.get(this.#next); rows !== undefined; rows = this.#waiting.get(this.#next)) {
      this.#waiting.delete(this.#next);
      await this.#files.add(this.#jobs[this.#next], rows);
      this.#next++;
    }
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** Moves the files into place. */
  async write(): Promise<void> {
    await this.#files.write();
    if (this.#hasOthers) await this.#journal.close();
    else await this.#journal.remove();
  }

  /** Ends without the tables; the finished worlds stay in the journal. @returns their number, those of earlier commands included */
  discard(): Promise<number> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<number> {
    // Rows that were begun are written first; a failure has been reported to the thread that added them.
    await this.#writing.catch(() => undefined);
    await this.#files.discard();
    await this.#journal.close();
    return this.#journal.count;
  }
}
