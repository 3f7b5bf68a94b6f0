import { readFileSync } from 'node:fs';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import { getAgentModelEntry } from '../../../src/engine/models/index.ts';
import { type Loaded, loadSetup } from '../../../src/engine/models/openRun.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { mixedAnswers } from '../../engine/mixedAnswers.ts';
import { playTo } from '../../engine/play.ts';

/** A run that is killed while it plays, and again when it has been resumed, until its end. */
interface Case {
  readonly model: string;
  readonly part: Partial<Setup>;
  /** It ends before, where nothing more can happen. */
  readonly rounds: number;
  /** The same on the page, as an address. */
  readonly query: string;
}

export const CASES: readonly Case[] = [
  {
    model: 'social',
    part: { network: 'scale-free', agents: 300 },
    rounds: 300,
    query: 'network=scale-free&agents=300',
  },
  { model: 'governed', part: { agents: 60 }, rounds: 300, query: 'model=governed&agents=60' },
  { model: 'librarian', part: { agents: 20 }, rounds: 150, query: 'model=librarian&agents=20' },
  { model: 'workflow', part: { agents: 40 }, rounds: 300, query: 'model=workflow&agents=40' },
  { model: 'chart', part: { agents: 300 }, rounds: 300, query: 'model=chart&agents=300' },
];

/** Another oracle decides from here on, whose answers nothing but the disk has. */
const HANDED = 6;

/** Such a run's set-up and inputs. */
export async function loadedCase({ model, part }: Case, seed: number): Promise<Loaded> {
  const setup = { ...createDefaultSetup(await getAgentModelEntry(model).model()), ...part, seed };
  return loadSetup(setup, { bundled: async path => readFileSync(`public/${path}`), files: {} });
}

/** Plays a round: by the policy at first, then by another oracle. */
export async function stepCase(run: Run): Promise<void> {
  const next = run.tick + 1;
  if (next === HANDED) run.handOver();
  const oracle = next < HANDED ? run.policy : { ...mixedAnswers(run), record: { kind: 'mixed' } };
  await playTo(run, next, oracle);
}
