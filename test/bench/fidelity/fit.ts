import { COMPARED_MEASURES } from '../../../src/ui/models/social/fidelity/FidelityDialog.tsx';
import { covered, distance } from './distance.ts';
import { Draws } from './draws.ts';
import { simulate } from './simulated.ts';
import type { Shape } from './tree.ts';

/** Fewer simulated cascades than this are no distribution. */
const FEWEST = 20;

/**
 * What a search makes small: the mean distance over all measures, where real cascades without a simulated one of their size
 * count as wholly missed. 1 for too few.
 */
export function lossOf(real: readonly Shape[], simulated: readonly Shape[]): number {
  if (simulated.length < FEWEST) return 1;
  const share = covered(real, simulated);
  const losses = COMPARED_MEASURES.map(measure => {
    const matched = measure !== 'size';
    const ks = distance(real, simulated, measure, { matched, seed: 0, resamples: 0 })?.ks ?? 1;
    return matched ? share * ks + (1 - share) : ks;
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}

type Ranges = Readonly<Record<string, readonly number[]>>;

/** Values that the first round tries, by parameter; `pace` is activity at three minutes a tick. */
const WIDE: Ranges = {
  tick_seconds: [30, 40, 50, 60, 90, 120, 180],
  pace: [1.5, 2, 2.5, 3],
  resharing: [1, 1.5, 2, 2.5, 3, 4],
  replying: [0.25, 0.5, 1, 2],
  attention: [0.7, 0.75, 0.8, 0.85, 0.9],
  trending: [0, 0.01, 0.02, 0.04, 0.08],
  expiry: [240, 480, 960],
};
/** The second round, where the first had its best: at two edges. */
const NEAR: Ranges = {
  ...WIDE,
  tick_seconds: [20, 25, 30, 40, 50],
  pace: [1.5, 2, 2.5],
  resharing: [2, 3, 4, 5],
  trending: [0.06, 0.08, 0.1, 0.12, 0.15],
};
/** Candidates of the first round, and of both. */
const ROUNDS = [60, 82] as const;
/** Where the search simulates: one network and two seeds, none of which is judged by. */
const SOCIETY = { network: 'lastfm', agents: null, preset: 'realistic', seeds: [1, 2] };

/** Parameters of a draw: each one of its values, all alike. */
export function candidate(index: number): Record<string, number> {
  const draws = new Draws(2015, index);
  const ranges = index < ROUNDS[0] ? WIDE : NEAR;
  const drawn = Object.entries(ranges).map(([name, values]) => [name, values[draws.below(values.length)]]);
  const { pace, ...rest } = Object.fromEntries(drawn);
  return { ...rest, activity: Math.min(20, Math.round((pace * 1800) / rest.tick_seconds) / 10) };
}

/** The search for the preset: each candidate with its loss, told as it comes. */
export async function search(
  real: readonly Shape[],
  { window, least }: { window: number; least: number },
  tell: (line: object) => void,
  from = 0,
): Promise<void> {
  for (let index = from; index < ROUNDS[1]; index++) {
    const parameters = candidate(index);
    const { shapes } = await simulate({ ...SOCIETY, parameters, window, least });
    tell({ candidate: index, parameters, cascades: shapes.length, loss: lossOf(real, shapes) });
  }
}
