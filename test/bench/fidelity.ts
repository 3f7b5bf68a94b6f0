import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Fidelity } from '../../src/ui/models/social/fidelity/FidelityDialog.tsx';
import { compare, FOOTING, realSides } from './fidelity/compare.ts';
import { search } from './fidelity/fit.ts';
import { filled, tablesOf } from './fidelity/tables.ts';

/**
 * How near simulated cascades come to real ones, beside baselines: `npm run bench -- fidelity FOLDER [--write]`, where FOLDER has
 * real_cascade_metrics.csv; prints every table of docs/validation.md, and with --write puts them there and into what the page
 * shows. `--only WORDS` computes the baselines whose names contain WORDS, and keeps all other rows; `--docs` in the folder's place
 * puts those that are there into the page of documentation once more. `npm run bench -- fidelity FOLDER --fit` is the search for
 * preset twitter15_paced, which reads Twitter15 alone: a line of JSON a candidate.
 */
const PAGE = 'docs/validation.md';
const FIGURES = 'src/ui/models/social/fidelity/fidelity.json';

async function program([folder, ...args]: readonly string[]): Promise<void> {
  if (folder === '--docs') return intoDocs(readFigures());
  const { values } = parseArgs({
    ...{ args, strict: true },
    options: { write: { type: 'boolean' }, fit: { type: 'boolean' }, only: { type: 'string' } },
  });
  if (folder === undefined)
    throw new Error(
      'Name the folder of real cascades: npm run bench -- fidelity FOLDER, then --write, --only WORDS, --fit or nothing',
    );
  if (values.fit) return fit(folder);
  const part = values.only === undefined ? null : { only: values.only, known: readFigures() };
  const report = await compare(folder, line => process.stderr.write(`${line}\n`), part);
  for (const [name, table] of Object.entries(tablesOf(report))) console.log(`${name}\n\n${table}\n`);
  if (!values.write) return;
  writeFileSync(FIGURES, `${JSON.stringify(report, null, 1)}\n`);
  intoDocs(report);
}

const readFigures = (): Fidelity => JSON.parse(readFileSync(FIGURES, 'utf8'));

const intoDocs = (report: Fidelity): void => writeFileSync(PAGE, filled(readFileSync(PAGE, 'utf8'), report));

const fit = (folder: string): Promise<void> =>
  search(realSides(folder).fitted.kept, FOOTING, line => console.log(JSON.stringify(line)));

program(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
