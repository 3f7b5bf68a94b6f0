import type { Telling } from '../engine/model.ts';
import { openRun } from '../engine/open.ts';
import { inputsFor } from './inputs.ts';
import { type Flags, type IsGiven, ordersOf } from './orders.ts';
import { withWayOn } from './run.ts';
import { SPECS } from './specs.ts';

/** The model that is meant where none is named: the first that plays what was recorded. */
export const RECORDED_MODEL = SPECS.find(({ isRecorded }) => isRecorded)?.name;

/** What is told of a run's cases before any is played. @param root where bundled inputs are @throws InputError */
export async function tellingOf(flags: Flags, isGiven: IsGiven, root: URL): Promise<Telling> {
  const { setup, paths } = await ordersOf({ ...flags, oracle: 'policy' }, isGiven);
  const given = await inputsFor(setup, paths, root, {}, flags.large === true);
  const { run, notes } = await openRun(given.setup, given.sources).catch(withWayOn);
  for (const line of run.state.openingLines?.() ?? []) process.stderr.write(`${line}\n`);
  for (const note of notes) process.stderr.write(`${note}\n`);
  return run.state.telling();
}
