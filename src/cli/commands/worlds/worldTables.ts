import { readFile } from 'node:fs/promises';
import { InputError } from '../../../engine/core/errors.ts';
import type { OutcomeDefinition } from '../../../engine/model/outcomeDefinition.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { World } from '../../../engine/worlds/worldCourse.ts';
import { filterRemainingJobs, getJobKey, type Job, type Plan } from '../../../engine/worlds/worldPlan.ts';
import { readWorldsCsv, writeWorldsCsv } from '../../../engine/worlds/writeWorldsCsv.ts';
import { OutFile } from '../../files/outFile.ts';
import type { DataTableFiles } from '../../files/tables/dataTableFiles.ts';
import type { TablesOrder, WorldRows } from '../../files/tables/tablesOrder.ts';
import type { PlayedWorld } from './order.ts';

/** Worlds that may wait for an earlier one before the threads do. */
const MAX_WAITING_WORLDS = 40;

/** Worlds whose rows are asked for. */
interface AskedTables {
  readonly plan: Plan;
  /** All of them, in the order of the rows. */
  readonly jobs: readonly Job[];
  readonly definitions: readonly OutcomeDefinition[];
}

/** Worlds of an interrupted command. */
interface KeptWorlds {
  /** The first of the jobs, in their order. */
  readonly worlds: readonly World[];
  /** False if there are more than are asked for now. */
  readonly isAsked: boolean;
}

/** Rows of worlds that come in any order, written in the order of the jobs: the same bytes from any number of threads. */
export class WorldTables {
  readonly #files: DataTableFiles;
  readonly #asked: AskedTables;
  readonly #jobs: readonly Job[];
  readonly #placeOf: ReadonlyMap<string, number>;
  /** By place, those whose turn has not come. */
  readonly #waiting = new Map<number, readonly WorldRows[]>();
  #next: number;
  /** True if rows could not be written. */
  #isBroken = false;
  #writing: Promise<void> = Promise.resolve();
  /** Called when fewer wait. */
  #wake: (() => void)[] = [];

  private constructor(files: DataTableFiles, asked: AskedTables, kept: KeptWorlds) {
    const { jobs } = asked;
    this.#files = files;
    this.#asked = asked;
    this.#jobs = jobs;
    this.#placeOf = new Map(jobs.map((job, place) => [getJobKey(job), place]));
    this.#next = kept.worlds.length;
    this.kept = kept;
  }

  /** Worlds whose rows an interrupted command has kept: they stand already in the tables. */
  readonly kept: KeptWorlds;

  /** @param run of the plan's first arm. @throws InputError for a folder that cannot be written */
  static async open(order: TablesOrder, asked: AskedTables, run: Run): Promise<WorldTables> {
    const { DataTableFiles } = await import('../../files/tables/dataTableFiles.ts');
    const files = await DataTableFiles.open(order, asked.plan, run, false);
    try {
      const kept = await readKeptWorlds(files.keptWorlds, asked);
      if (kept.worlds.length > 0) await files.restore(kept.worlds);
      return new WorldTables(files, asked, kept);
    } catch (error) {
      await files.discard();
      throw error;
    }
  }

  /** Adds the rows of worlds that a thread has played; resolves once few enough wait for their turn. */
  async add(worlds: readonly PlayedWorld[]): Promise<void> {
    for (const { arm, world, tables } of worlds) {
      const place = this.#placeOf.get(getJobKey({ arm, world }));
      if (place === undefined || tables === undefined)
        throw new Error(`rows of world ${world} of arm ${arm} were not asked for`);
      this.#waiting.set(place, tables);
    }
    this.#writing = this.#writing
      .then(() => this.#writeNext())
      .catch(error => {
        this.#isBroken = true;
        throw error;
      });
    await this.#writing;
    // The thread that plays the next one is not among those that wait here, so its turn comes.
    while (this.#waiting.size > MAX_WAITING_WORLDS)
      await new Promise<void>(resolve => this.#wake.push(resolve));
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
    // More worlds may have been kept than were asked for.
    if (this.kept.isAsked) await this.#files.removeKept();
  }

  /**
   * Keeps the rows so far, so that the same command can continue.
   * @param played worlds, those among them that were kept before
   * @returns the number of worlds whose rows are kept
   */
  async keep(played: readonly World[]): Promise<number> {
    // Rows that were begun are written first; a failure has been reported to the thread that added them.
    await this.#writing.catch(() => undefined);
    if (this.#isBroken || this.#next === 0) return 0;
    const { plan, definitions } = this.#asked;
    const written = new Set(this.#jobs.slice(0, this.#next).map(getJobKey));
    const worlds = played.filter(world => written.has(getJobKey(world)));
    await this.#files.keep();
    const file = await OutFile.open(this.#files.keptWorlds);
    await file.write([writeWorldsCsv(plan, definitions, worlds)]);
    return worlds.length;
  }

  /** Leaves everything as it was before. */
  discard(): Promise<void> {
    return this.#files.discard();
  }
}

/** @throws InputError for worlds that are not the first of the jobs */
async function readKeptWorlds(path: string, { plan, jobs, definitions }: AskedTables): Promise<KeptWorlds> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new InputError(`cannot read ${path}: ${error.message}`);
  });
  if (text === '') return { worlds: [], isAsked: true };
  const found = readWorldsCsv({ name: path, text }, plan, definitions);
  const worlds = found
    .filter(({ world }) => world <= plan.worlds)
    .sort((a, b) => a.world - b.world || a.arm - b.arm);
  if (filterRemainingJobs(jobs.slice(0, worlds.length), worlds).length > 0)
    throw new InputError(
      `${path} does not have the first worlds of this command: remove it to play all again`,
    );
  return { worlds, isAsked: worlds.length === found.length };
}
