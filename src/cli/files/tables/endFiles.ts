import { InputError } from '../../../engine/core/errors.ts';
import type { Loaded } from '../../../engine/models/openRun.ts';
import type { Run } from '../../../engine/run/run.ts';
import { createRunPlan } from '../../../engine/worlds/createRunPlan.ts';
import { NetworkFiles, type NetworkOrder } from '../networkFiles.ts';
import { OutFile } from '../outFile.ts';
import { collectWorldRows } from './collectWorldRows.ts';
import type { DataTableFiles } from './dataTableFiles.ts';
import type { TablesOrder } from './tablesOrder.ts';

/** Files that are written at a run's end, in addition to its document. */
export interface EndFileOrders {
  /** Files of the network. */
  readonly networks?: readonly NetworkOrder[];
  /** Null for none. */
  readonly tables?: TablesOrder | null;
  /** File of the model's description by the ODD protocol; null for none. */
  readonly odd?: string | null;
}

/** Files of a run's network, tables and model, written at its end. */
export class EndFiles {
  #networks: NetworkFiles | null = null;
  #tables: DataTableFiles | null = null;
  #order: TablesOrder | null = null;
  #odd: OutFile | null = null;

  private constructor() {}

  /** @throws InputError if one cannot be written */
  static async open(
    { networks = [], tables = null, odd = null }: EndFileOrders,
    run: Run,
    { loaded, rounds }: RunToWrite,
  ): Promise<EndFiles> {
    const files = new EndFiles();
    try {
      files.#networks = await NetworkFiles.open(networks, loaded);
      if (odd !== null && !(await run.state.loadReports()).writeOdd)
        throw new InputError(`--odd: model ${run.model.name} has no description by the ODD protocol`);
      if (odd !== null) files.#odd = await OutFile.open(odd, false);
      if (tables === null) return files;
      const { DataTableFiles } = await import('./dataTableFiles.ts');
      const plan = createRunPlan(loaded.setup, loaded.files, rounds);
      files.#order = tables;
      files.#tables = await DataTableFiles.open(tables, plan, run);
      return files;
    } catch (error) {
      await files.discard();
      throw error;
    }
  }

  async write(run: Run, loaded: Loaded): Promise<void> {
    await this.#networks?.write(run, loaded);
    if (this.#order !== null)
      await this.#tables?.add({ arm: 0, world: 0 }, await collectWorldRows(run, this.#order));
    await this.#tables?.write();
    const text = this.#odd && (await run.state.loadReports()).writeOdd?.(run.config);
    if (text) await this.#odd?.write([text]);
  }

  /** Leaves everything as it was before. */
  async discard(): Promise<void> {
    await this.#networks?.discard();
    await this.#tables?.discard();
    await this.#odd?.discard();
  }
}

/** Origin of a run, and its length. */
interface RunToWrite {
  readonly loaded: Loaded;
  /** Rounds to be played. */
  readonly rounds: number;
}
