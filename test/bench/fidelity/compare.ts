import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_VERSION } from '../../../src/engine/core/version.ts';
import { SOCIAL_PARAMETERS } from '../../../src/engine/models/social/socialParameters.ts';
import { buildNetwork } from '../../../src/engine/network/network.ts';
import type { ParameterValues } from '../../../src/engine/parameters/parameterDefinition.ts';
import { computeQuantile, sortAscending } from '../../../src/engine/statistics/quantiles.ts';
import type {
  CascadePace,
  Fidelity,
  FidelityMeasure,
  FidelityRow,
} from '../../../src/ui/models/social/fidelity/FidelityDialog.tsx';
import { ablate } from './ablations.ts';
import { BASELINES, type Baseline, type Comparison, fitBaseline, HEAVY_ROOT, judged } from './baselines.ts';
import { binOf, keepFilledBins, matchedQuantiles } from './distance.ts';
import { Draws } from './draws.ts';
import { cascadesOf, type RealCascades, readReal, TABLE } from './real.ts';
import { recursiveTree } from './recursiveTree.ts';
import { type Judged, perMeasure, QUANTILES, rowOf, type Sides } from './rows.ts';
import { type Simulated, simulate } from './simulated.ts';
import { type Shape, shapeOf } from './tree.ts';

/** Minutes for which each cascade is watched, and the least size on both sides. */
export const FOOTING = { window: 1440, least: 100 } as const;
/** Of the bootstrap. */
export const SEED = 16;
/** The command whose figures these are. */
export const COMMAND = 'npm run bench -- fidelity FOLDER';

/** Networks, and how many societies are simulated on each; no seed of theirs was used for fitting. */
const NETWORKS = [
  { network: 'congress', agents: null, worlds: 120 },
  { network: 'lastfm', agents: null, worlds: 8 },
  { network: 'scale-free', agents: 20_000, worlds: 3 },
] as const;
const FIRST_SEED = 101;

/** For what needs no network. */
const nowhere: Comparison = {
  network: buildNetwork('none', 1, { sources: [], targets: [], weights: null }).network,
  roots: [0],
  ...FOOTING,
};

/** Our presets, what was fitted of each, and whether by this comparison's own search. */
const OURS = [
  {
    preset: 'twitter15_paced',
    fitted: 'eleven parameters, on lastfm; constants of the policy before, on both data sets',
  },
  {
    preset: 'twitter15',
    fitted: 'seven parameters, on lastfm; constants of the policy before, on both data sets',
  },
  { preset: 'realistic', fitted: 'constants of the policy, on both data sets' },
  { preset: 'showcase', fitted: 'constants of the policy, on both data sets' },
] as const;

type Place = (typeof NETWORKS)[number];

/** Real cascades of one data set and what is left of the other, on this footing. */
export function realSides(folder: string) {
  const rows = readReal(folder);
  return {
    fitted: cascadesOf(rows, 'twitter15', { other: null, ...FOOTING }),
    held: cascadesOf(rows, 'twitter16', { other: 'twitter15', ...FOOTING }),
  };
}

/** Baselines to compute again, by what their names contain, and the figures whose other rows stay. */
export interface Part {
  readonly only: string;
  readonly known: Fidelity;
}

/**
 * All figures, from the table of real cascades in a folder; or those of some baselines, with all others as they are known.
 * @param tell hears what is being done
 * @throws Error if no baseline has such a name, or the known figures are of another version or another table
 */
export async function compare(
  folder: string,
  tell: (line: string) => void,
  part: Part | null = null,
): Promise<Fidelity> {
  const table = hashTable(folder);
  if (part !== null) checkPart(part, table);
  const { fitted, held } = realSides(folder);
  const sides = { fitted: fitted.kept, held: held.kept, seed: SEED };
  if (part !== null) return compareBaselines(part, sides, tell);
  const networks: Awaited<ReturnType<typeof onNetwork>>[] = [];
  for (const place of NETWORKS) networks.push(await onNetwork(place, sides, tell));
  return {
    command: COMMAND,
    engine: ENGINE_VERSION,
    seed: SEED,
    table,
    preset: fittedValues(OURS[0].preset),
    ...FOOTING,
    fitted: counted('Twitter15', fitted),
    held: counted('Twitter16', held),
    real: perMeasure(measure => quantilesOf(held.kept, measure)),
    networks: networks.map(({ pace, ...network }) => network),
    pace: networks.flatMap(({ pace }) => pace),
    ablations: await ablate(fitted.kept, FOOTING, SEED, tell),
    free: [ofBaseline(HEAVY_ROOT, nowhere, sides), recursive(sides), others(sides)],
  };
}

const hashTable = (folder: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, TABLE)))
    .digest('hex');

const isNamed =
  (words: string) =>
  ({ name }: Pick<Baseline, 'name'>): boolean =>
    name.includes(words);

/** @throws Error unless other baselines' known figures can stand beside those that are to be made */
function checkPart({ only, known }: Part, table: string): void {
  if (!BASELINES.some(isNamed(only)))
    throw new Error(`--only ${only} names no baseline: ${BASELINES.map(({ name }) => name).join(', ')}`);
  if (known.engine !== ENGINE_VERSION || known.seed !== SEED)
    throw new Error(
      `the other rows are of version ${known.engine}, seed ${known.seed}: all must be made again`,
    );
  if (known.table !== table)
    throw new Error(
      `the other rows are of another ${TABLE} (SHA-256 ${known.table}, the folder's ${table}): all must be made again`,
    );
}

async function compareBaselines(
  { only, known }: Part,
  sides: Sides,
  tell: (line: string) => void,
): Promise<Fidelity> {
  const isWanted = isNamed(only);
  const networks: Fidelity['networks'][number][] = [];
  for (const [i, place] of NETWORKS.entries()) {
    tell(`${place.network}: roots`);
    const { network, roots } = await simulate({ ...societyOf(place), preset: OURS[0].preset });
    const comparison = { network, roots, ...FOOTING };
    const before = known.networks[i];
    const baselines = BASELINES.map(baseline => {
      tell(`${place.network}: ${baseline.name}`);
      const kept = before.rows.find(({ name }) => name === baseline.name);
      return kept === undefined || isWanted(baseline) ? ofBaseline(baseline, comparison, sides) : kept;
    });
    networks.push({ ...before, rows: [...before.rows.filter(({ kind }) => kind === 'ours'), ...baselines] });
  }
  return { ...known, networks };
}

/** What a preset has otherwise than realistic. */
export const fittedValues = (preset: string): ParameterValues =>
  Object.fromEntries(
    SOCIAL_PARAMETERS.filter(({ defaults }) => defaults[preset] !== defaults.realistic).map(
      ({ name, defaults }) => [name, defaults[preset]],
    ),
  );

const counted = (name: string, { kept, ...rest }: RealCascades) => ({ name, ...rest, kept: kept.length });

function quantilesOf(shapes: readonly Shape[], measure: FidelityMeasure): number[] {
  const sorted = sortAscending(shapes.map(shape => shape[measure]));
  return QUANTILES.map(p => Number(computeQuantile(sorted, p).toFixed(2)));
}

const societyOf = ({ network, agents, worlds }: Place) => ({
  ...{ network, agents, seeds: Array.from({ length: worlds }, (_, world) => FIRST_SEED + world) },
  ...FOOTING,
});

async function onNetwork(place: Place, sides: Sides, tell: (line: string) => void) {
  const { network, worlds } = place;
  const rows: FidelityRow[] = [];
  const pace: CascadePace[] = [];
  const society = societyOf(place);
  let own: Simulated | null = null;
  for (const { preset, fitted } of OURS) {
    tell(`${network}: preset ${preset}`);
    const simulated = await simulate({ ...society, preset });
    own ??= simulated;
    if (keepFilledBins(simulated.shapes).length > 0)
      pace.push(paceOf(preset, network, simulated, sides.fitted));
    const { shapes, roots } = simulated;
    const name = `preset ${preset}`;
    rows.push(rowOf(ofModel({ name, kind: 'ours', fitted, roots: roots.length, shapes }), sides));
  }
  if (own === null) throw new Error('no preset is compared');
  const comparison = { network: own.network, roots: own.roots, ...FOOTING };
  for (const baseline of BASELINES) {
    tell(`${network}: ${baseline.name}`);
    rows.push(ofBaseline(baseline, comparison, sides));
  }
  return { name: network, agents: own.network.nodes, worlds, rows, pace };
}

/** @param fitted what a tick could have been fitted to */
function paceOf(
  preset: string,
  network: string,
  { shapes, hops, tickSeconds }: Simulated,
  fitted: readonly Shape[],
): CascadePace {
  const filled = keepFilledBins(shapes);
  const sizes = new Set(filled.map(({ size }) => binOf(size)));
  const alike = fitted.filter(({ size }) => sizes.has(binOf(size)));
  const [half] = matchedQuantiles(alike, filled, 'half', [0.5]);
  const real = computeQuantile(sortAscending(alike.map(shape => shape.half)), 0.5);
  const sorted = sortAscending(hops);
  return {
    ...{ preset, network, tickSeconds, leastHop: sorted[0], medianHop: computeQuantile(sorted, 0.5) },
    ...{ half: Math.round(half), real: Math.round(real), meets: Math.round((tickSeconds * real) / half) },
  };
}

function ofBaseline(baseline: Baseline, comparison: Comparison, sides: Sides): FidelityRow {
  const found = fitBaseline(baseline, sides.fitted, comparison);
  const { name, parameters } = baseline;
  const fitted = `${parameters} (${found.numbers.join('; ')}); minutes of a step (${found.minutes})`;
  return rowOf(ofModel({ name, kind: 'baseline', fitted, ...judged(baseline, found, comparison) }), sides);
}

const ofModel = (model: Omit<Judged, 'tellsFit' | 'without'>): Judged => ({
  ...model,
  tellsFit: true,
  without: [],
});

/** A random recursive tree as large as each held-out cascade; it knows the sizes and has no clock. */
function recursive(sides: Sides): FidelityRow {
  const draws = new Draws(SEED, 300);
  const shapes = sides.held.map(({ size }) =>
    shapeOf(recursiveTree(size, draws), 1, Number.POSITIVE_INFINITY),
  );
  const without = ['size', 'half'] as const;
  const about = { name: 'random recursive tree', kind: 'baseline', fitted: null, roots: null } as const;
  return rowOf({ ...about, shapes, tellsFit: false, without }, sides);
}

/** The other data set as it is: its means by size are the mean curve of the others. */
const others = (sides: Sides): FidelityRow =>
  rowOf(
    {
      ...({
        name: 'the others: Twitter15 itself',
        kind: 'baseline',
        fitted: 'is what was fitted to',
      } as const),
      ...{ roots: null, shapes: sides.fitted, tellsFit: false, without: [] },
    },
    sides,
  );
