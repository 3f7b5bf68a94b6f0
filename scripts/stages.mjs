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

/** In this order; property tests are among the unit tests. `seconds` is the ceiling; together at most 1,140. What they take is less: 14 minutes. */
export const STAGES = [
  { name: 'types', command: [bin('tsc'), '--noEmit'], seconds: 20 },
  { name: 'lint and format', command: [bin('biome'), 'check', '.'], seconds: 15 },
  vitest('unit', 150),
  vitest('oracles', 125),
  vitest('component', 75),
  vitest('worker', 70),
  // With the installation of llama.cpp and the toy model's library, when they are not there yet.
  vitest('runtime', 220),
  { name: 'build', command: [process.execPath, join(ROOT, 'scripts/build.mjs')], seconds: 15 },
  {
    name: 'e2e',
    command: [bin('playwright'), 'test'],
    seconds: 440,
    report: join(REPORTS, 'e2e.json'),
    count: countPlaywright,
  },
];
