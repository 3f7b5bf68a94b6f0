// npm test: installs what is missing, then runs every stage, each under its own ceiling, and counts the tests.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './install.mjs';
import { countPlaywright, countVitest, endStage, runStage, summary } from './stage.mjs';
import { ensureSystemPackages } from './systemPackages.mjs';

const REPORTS = join(ROOT, 'test-results');
const bin = name => join(ROOT, 'node_modules', '.bin', name);
const vitest = (name, seconds) => {
  const report = join(REPORTS, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    command: [bin('vitest'), 'run', '--project', name, ...reporters],
    seconds,
    report,
    count: countVitest,
  };
};

/** In this order; property tests are among the unit tests. `seconds` is the ceiling. */
const STAGES = [
  { name: 'types', command: [bin('tsc'), '--noEmit'], seconds: 120 },
  { name: 'lint and format', command: [bin('biome'), 'check', '.'], seconds: 60 },
  vitest('unit', 240),
  vitest('component', 90),
  vitest('worker', 90),
  { name: 'build', command: [bin('vite'), 'build'], seconds: 60 },
  {
    name: 'e2e',
    command: [bin('playwright'), 'test'],
    seconds: 240,
    report: join(REPORTS, 'e2e.json'),
    count: countPlaywright,
  },
];

ensureInstalled();
ensureSystemPackages();
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    endStage();
    process.exit(130);
  });
}

const results = [];
for (const stage of STAGES) {
  console.log(`\n── ${stage.name}`);
  const result = await runStage(stage);
  if (result.note) console.error(`${stage.name}: ${result.note}`);
  results.push(result);
}
const { lines, failed } = summary(results);
console.log(`\n${lines.join('\n')}`);
process.exitCode = failed === 0 ? 0 : 1;
