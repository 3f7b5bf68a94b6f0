import * as Comlink from 'comlink';
import type { Files } from '../../engine/files/namedFile.ts';
import type { World } from '../../engine/worlds/worldCourse.ts';
import type { Job, Plan } from '../../engine/worlds/worldPlan.ts';
import { WorldPlayer } from '../../engine/worlds/worldPlayer.ts';
import { listWorldBuffers } from '../shared/listWorldBuffers.ts';
import { readBundledFile } from '../shared/readBundledFile.ts';

let player: WorldPlayer | null = null;

const api = {
  /** Takes up a plan. @param root URL of the folder of what comes with Statescope */
  open(plan: Plan, files: Files, root: string): void {
    const bundled = (path: string) => readBundledFile(root, path);
    // The page has taken such a run.
    player = new WorldPlayer(plan, { files, bundled, isLarge: true }, { hasCourse: true });
  },
  /** Plays worlds of it, with their courses and traces. @throws InputError for what cannot be played */
  async play(jobs: readonly Job[]): Promise<readonly World[]> {
    if (player === null) throw new Error('no plan');
    const worlds: World[] = [];
    for (const job of jobs) worlds.push(await player.play(job));
    return Comlink.transfer(worlds, listWorldBuffers(worlds));
  },
};

/** Requests of a page to a worker that plays worlds. */
export type WorldsApi = typeof api;

Comlink.expose(api);
