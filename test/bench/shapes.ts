import { readFileSync } from 'node:fs';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import type { SocialModelState } from '../../src/engine/models/social/socialModel.ts';

/**
 * Simulated cascades next to real ones of their own size, preset realistic:
 * `npm run bench -- shapes CSV`, where CSV has a real propagation tree a line (size, depth, max_breadth,
 * structural_virality in named columns). Both sides are cut to the same number per size bin.
 */
interface Shape {
  readonly size: number;
  readonly depth: number;
  readonly breadth: number;
  readonly virality: number;
}

const BINS = [50, 75, 100, 150, 200, 300, 500, 1000, 5000];
const QUANTILES = [0.25, 0.5, 0.75];
const SETS = [
  { network: 'lastfm', agents: null, seeds: 6, rounds: 480 },
  { network: 'scale-free', agents: 100_000, seeds: 1, rounds: 480 },
] as const;

function readReal(path: string): Shape[] {
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const names = head.split(',');
  const at = (name: string) => names.indexOf(name);
  return lines.map(line => {
    const cells = line.split(',');
    const value = (name: string) => Number(cells[at(name)]);
    return {
      size: value('size'),
      depth: value('depth'),
      breadth: value('max_breadth'),
      virality: value('structural_virality'),
    };
  });
}

async function simulate({ network, agents, seeds, rounds }: (typeof SETS)[number]): Promise<Shape[]> {
  const shapes: Shape[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const { run } = await openRun(
      { ...DEFAULT_SETUP, network, agents, seed, preset: 'realistic' },
      { bundled: async path => new Uint8Array(readFileSync(`public/${path}`)), files: {} },
    );
    const { signal } = new AbortController();
    while (run.tick < rounds) await run.step(run.policy, signal);
    const { posts, cascades } = run.state as SocialModelState;
    for (let post = 0; post < posts.count; post++) {
      if (posts.parent.data[post] >= 0 || cascades.size(post) < BINS[0] / 2) continue;
      const m = cascades.measures(post, run.config.tickSeconds, run.tick);
      shapes.push({ size: m.posts, depth: m.depth, breadth: m.maxBreadth, virality: m.structuralVirality });
    }
  }
  return shapes;
}

/** The same number from each side in each bin, that of the smaller one: every k-th in the order of size. */
function match(simulated: readonly Shape[], real: readonly Shape[]) {
  const rows = BINS.slice(0, -1).map((low, i) => {
    const inBin = (shapes: readonly Shape[]) =>
      shapes.filter(s => s.size >= low && s.size < BINS[i + 1]).sort((a, b) => a.size - b.size);
    const [s, r] = [inBin(simulated), inBin(real)];
    const n = Math.min(s.length, r.length);
    return { bin: `${low}–${BINS[i + 1] - 1}`, n, simulated: thin(s, n), real: thin(r, n) };
  });
  return {
    bins: rows.map(({ bin, n }) => ({ bin, matched: n === 0 ? 'no overlap' : n })),
    simulated: rows.flatMap(r => r.simulated),
    real: rows.flatMap(r => r.real),
  };
}

const thin = (shapes: readonly Shape[], n: number): Shape[] =>
  Array.from({ length: n }, (_, i) => shapes[Math.floor((i * shapes.length) / n)]);

function quantiles(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return QUANTILES.map(q => Math.round(sorted[Math.floor(q * (sorted.length - 1))] * 100) / 100);
}

/** Kolmogorov–Smirnov: the greatest distance between the two distribution functions. */
function distance(a: readonly number[], b: readonly number[]): number {
  const share = (values: readonly number[], x: number) => values.filter(v => v <= x).length / values.length;
  return Math.round(Math.max(...[...a, ...b].map(x => Math.abs(share(a, x) - share(b, x)))) * 100) / 100;
}

const path = process.argv[2];
if (path === undefined) {
  console.error('Name the file of real cascades: npm run bench -- shapes CSV');
  process.exit(2);
}
const real = readReal(path);
for (const set of SETS) {
  const shapes = await simulate(set);
  const matched = match(shapes, real);
  const measures = (['depth', 'breadth', 'virality'] as const).map(measure => {
    const values = (side: readonly Shape[]) => side.map(s => s[measure]);
    if (matched.simulated.length === 0) return { measure, result: 'no overlap' };
    return {
      measure,
      simulated: quantiles(values(matched.simulated)),
      real: quantiles(values(matched.real)),
      ks: distance(values(matched.simulated), values(matched.real)),
    };
  });
  const { network, agents, seeds, rounds } = set;
  console.log(
    JSON.stringify(
      {
        network,
        agents,
        seeds,
        rounds,
        cascades_of_25_people: shapes.length,
        quantiles: QUANTILES,
        bins: matched.bins,
        measures,
      },
      null,
      1,
    ),
  );
}
