import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { countPlaywright, countVitest } from './stage.mjs';

export const REPORTS = join(ROOT, 'test-results');
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

/** In this order; property tests are among the unit tests. `seconds` is the ceiling; together at most 1,560. They take 14 to 16 minutes. */
export const STAGES = [
  { name: 'types', command: [bin('tsc'), '--noEmit'], seconds: 20 },
  { name: 'lint and format', command: [bin('biome'), 'check', '.'], seconds: 15 },
  vitest('unit', 200),
  vitest('oracles', 150),
  vitest('component', 120),
  vitest('worker', 90),
  // With the installation of llama.cpp and the toy model's library, when they are not there yet.
  vitest('runtime', 280),
  { name: 'build', command: [process.execPath, join(ROOT, 'scripts/build.mjs')], seconds: 15 },
  {
    name: 'e2e',
    command: [bin('playwright'), 'test'],
    seconds: 660,
    report: join(REPORTS, 'e2e.json'),
    count: countPlaywright,
  },
];
