import { readFile } from 'node:fs/promises';
import type { Files } from '../../engine/config.ts';
import type { Plan } from '../../engine/worlds/plan.ts';
import { WorldPlayer } from '../../engine/worlds/worldPlayer.ts';

/** A plan with what it takes to play it: plain data, for any process of this machine. */
export interface WorldsOrder {
  readonly plan: Plan;
  readonly files: Files;
  readonly isLarge: boolean;
  /** URL of the folder of what comes with Statescope. */
  readonly root: string;
}

/** @param rest awaited after each tick */
export const playerOf = ({ plan, files, isLarge, root }: WorldsOrder, rest?: () => unknown): WorldPlayer =>
  new WorldPlayer(
    plan,
    { files, isLarge, bundled: path => readFile(new URL(path, root)) },
    rest === undefined ? {} : { rest },
  );
