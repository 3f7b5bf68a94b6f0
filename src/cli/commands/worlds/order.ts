import { readFile } from 'node:fs/promises';
import type { Files } from '../../../engine/files/namedFile.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { World } from '../../../engine/worlds/worldCourse.ts';
import type { Job, Plan } from '../../../engine/worlds/worldPlan.ts';
import { WorldPlayer } from '../../../engine/worlds/worldPlayer.ts';
import { collectWorldRows } from '../../files/tables/collectWorldRows.ts';
import type { TablesOrder, WorldRows } from '../../files/tables/tablesOrder.ts';

/** A plan with what it takes to play it: plain data, for any process of this machine. */
export interface WorldsOrder {
  readonly plan: Plan;
  readonly files: Files;
  readonly isLarge: boolean;
  /** URL of the folder of what comes with Statescope. */
  readonly root: string;
  /** The tables whose rows each world brings; absent or null for none. */
  readonly tables?: Pick<TablesOrder, 'of'> | null;
}

/** Results of a world, with the rows of its tables if the order asks for them. */
export interface PlayedWorld extends World {
  readonly tables?: readonly WorldRows[];
}

/** @param playing how it goes about it: what is awaited after each tick, who decides */
export const createOrderPlayer = (
  { plan, files, isLarge, root }: WorldsOrder,
  playing: ConstructorParameters<typeof WorldPlayer>[2] = {},
): WorldPlayer => new WorldPlayer(plan, getOrderSources({ files, isLarge, root }), playing);

/** Player of worlds one after the other. */
interface RowPlayer {
  play(job: Job): Promise<PlayedWorld>;
}

/** Creates a player whose worlds bring what the order asks for. */
export function createRowPlayer(order: WorldsOrder): RowPlayer {
  const { tables: wanted } = order;
  if (!wanted) return createOrderPlayer(order);
  let tables: readonly WorldRows[] = [];
  const finish = async (run: Run) => {
    tables = await collectWorldRows(run, wanted);
  };
  const player = createOrderPlayer(order, { finish });
  return {
    async play(job) {
      const world = await player.play(job);
      return { ...world, tables };
    },
  };
}

/** Sources of the inputs that an order names. */
export const getOrderSources = ({ files, isLarge, root }: Omit<WorldsOrder, 'plan'>) => ({
  ...{ files, isLarge },
  bundled: (path: string) => readFile(new URL(path, root)),
});
