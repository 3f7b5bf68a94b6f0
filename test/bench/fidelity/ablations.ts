import type { ParameterValues } from '../../../src/engine/parameters/parameterDefinition.ts';
import type { Fidelity } from '../../../src/ui/models/social/fidelity/FidelityDialog.tsx';
import { covered, distance, keepFilledBins } from './distance.ts';
import { perMeasure } from './rows.ts';
import { simulate } from './simulated.ts';
import type { Shape } from './tree.ts';

type Ablation = Fidelity['ablations'][number];

/** Preset twitter15_paced with one mechanism off, all else as it is. */
const VARIANTS: readonly (readonly [name: string, parameters: ParameterValues])[] = [
  ['as it is', {}],
  ['one pace', { pace_spread: 0 }],
  ['no surfacing', { surfacing: 0 }],
  ['no alerts', { alerts: 0 }],
  ['no root credit', { root_credit: 0 }],
  ['parent drawn of the copy shown', { parent_rule: 'drawn' }],
];
/** Draws by which nothing was fitted, and nothing is judged. */
const SEEDS = [201, 202];

/**
 * Distances to the fitted data on draws of their own, by what is switched off.
 * @param tell hears what is being done
 */
export async function ablate(
  fitted: readonly Shape[],
  footing: { readonly window: number; readonly least: number },
  seed: number,
  tell: (line: string) => void,
): Promise<Ablation[]> {
  const rows: Ablation[] = [];
  for (const [name, parameters] of VARIANTS) {
    tell(`lastfm: ${name}`);
    const society = { network: 'lastfm', agents: null, preset: 'twitter15_paced', seeds: SEEDS };
    const { shapes } = await simulate({ ...society, parameters, ...footing });
    const filled = keepFilledBins(shapes);
    const ks = perMeasure(measure => {
      const matched = measure !== 'size';
      const found = distance(fitted, matched ? filled : shapes, measure, { matched, seed });
      return found && roundDistance(found);
    });
    rows.push({ name, cascades: shapes.length, covered: roundShare(covered(fitted, filled)), ks });
  }
  return rows;
}

const roundShare = (value: number): number => Number(value.toFixed(3));
const roundDistance = ({
  ks,
  low,
  high,
}: {
  readonly ks: number;
  readonly low: number;
  readonly high: number;
}) => ({
  ks: roundShare(ks),
  low: roundShare(low),
  high: roundShare(high),
});
