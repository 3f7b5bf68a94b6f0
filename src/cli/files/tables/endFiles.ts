import type { Loaded } from '../../../engine/models/openRun.ts';
import type { Run } from '../../../engine/run/run.ts';
import { createRunPlan } from '../../../engine/worlds/createRunPlan.ts';
import { NetworkFiles, type NetworkOrder } from '../networkFiles.ts';
import { collectWorldRows } from './collectWorldRows.ts';
import type { DataTableFiles } from './dataTableFiles.ts';
import type { TablesOrder } from './tablesOrder.ts';

/** Files that are written at a run's end, in addition to its document. */
export interface EndFileOrders {
  /** Files of the network. */
  readonly networks?: readonly NetworkOrder[];
  /** Null for none. */
  readonly tables?: TablesOrder | null;
}

/** Files of a run's network and tables, written at its end. */
export class EndFiles {
  private constructor(
    private readonly networks: NetworkFiles,
    private readonly tables: DataTableFiles | null,
  ) {}

  /** @throws InputError if one cannot be written */
  static async open(
    { networks = [], tables = null }: EndFileOrders,
    run: Run,
    { loaded, rounds, endsOnSignal }: RunToWrite,
  ): Promise<EndFiles> {
    const drawn = await NetworkFiles.open(networks, loaded, endsOnSignal);
    if (tables === null) return new EndFiles(drawn, null);
    try {
      const { DataTableFiles } = await import('./dataTableFiles.ts');
      const plan = createRunPlan(loaded.setup, loaded.files, rounds);
      return new EndFiles(drawn, await DataTableFiles.open(tables, plan, run, endsOnSignal));
    } catch (error) {
      await drawn.discard();
      throw error;
    }
  }

  async write(run: Run, loaded: Loaded): Promise<void> {
    await this.networks.write(run, loaded);
    await this.tables?.add({ arm: 0, world: 0 }, await collectWorldRows(run));
    await this.tables?.write();
  }

  /** Leaves everything as it was before. */
  async discard(): Promise<void> {
    await this.networks.discard();
    await this.tables?.discard();
  }
}

/** Origin of a run, and how its files are written. */
interface RunToWrite {
  readonly loaded: Loaded;
  /** Rounds to be played. */
  readonly rounds: number;
  readonly endsOnSignal: boolean;
}
