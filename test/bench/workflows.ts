import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { EXAMPLES } from '../../src/engine/models/workflow/workflowTerms.ts';
import { interval, lead, type Standing, standingOf } from '../engine/models/workflow/standing.ts';

/** What workflows make by selling: `npm run bench -- workflows [FILE.yaml …]`, ours and those of these files. One line of JSON each, the best first. */
const SEEDS = 50;

const rounded = (value: number): number => Number(value.toFixed(1));
/** A mean with half the width of its 95 % interval. */
const told = (values: readonly number[]) => {
  const { mean, half } = interval(values);
  return [rounded(mean), rounded(half)];
};

const files = process.argv.slice(2);
const texts = [...EXAMPLES.map(name => `public/workflows/${name}.yaml`), ...files].map(
  path => [basename(path, '.yaml'), readFileSync(path, 'utf8')] as const,
);
const standings: Standing[] = [];
for (const [name, text] of texts) standings.push(await standingOf(name, text, SEEDS));
standings.sort((a, b) => interval(b.profit).mean - interval(a.profit).mean);
for (const [place, standing] of standings.entries()) {
  const next = standings[place + 1];
  console.log(
    JSON.stringify({
      workflow: standing.name,
      seeds: SEEDS,
      made_by_selling: told(standing.profit),
      before_the_next: next === undefined ? null : told(lead(standing, next)),
      sold: rounded(interval(standing.sold).mean),
      returned: rounded(interval(standing.returned).mean),
      balance: rounded(interval(standing.balance).mean),
    }),
  );
}
