import { readFile } from 'node:fs/promises';
import type { Files } from '../../../engine/files/namedFile.ts';
import type { Plan } from '../../../engine/worlds/worldPlan.ts';
import { WorldPlayer } from '../../../engine/worlds/worldPlayer.ts';

/** A plan with what it takes to play it: plain data, for any process of this machine. */
export interface WorldsOrder {
  readonly plan: Plan;
  readonly files: Files;
  readonly isLarge: boolean;
  /** URL of the folder of what comes with Statescope. */
  readonly root: string;
}

/** @param playing how it goes about it: what is awaited after each tick, who decides */
export const createOrderPlayer = (
  { plan, files, isLarge, root }: WorldsOrder,
  playing: ConstructorParameters<typeof WorldPlayer>[2] = {},
): WorldPlayer => new WorldPlayer(plan, getOrderSources({ files, isLarge, root }), playing);

/** Sources of the inputs that an order names. */
export const getOrderSources = ({ files, isLarge, root }: Omit<WorldsOrder, 'plan'>) => ({
  ...{ files, isLarge },
  bundled: (path: string) => readFile(new URL(path, root)),
});
