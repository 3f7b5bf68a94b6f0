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

/** In this order; property tests are among the unit tests. `seconds` is the ceiling; together at most 900. */
export const STAGES = [
  { name: 'types', command: [bin('tsc'), '--noEmit'], seconds: 14 },
  { name: 'lint and format', command: [bin('biome'), 'check', '.'], seconds: 10 },
  vitest('unit', 115),
  vitest('oracles', 112),
  vitest('component', 60),
  vitest('worker', 54),
  // With the installation of llama.cpp and the toy model's library, when they are not there yet.
  vitest('runtime', 146),
  { name: 'build', command: [process.execPath, join(ROOT, 'scripts/build.mjs')], seconds: 12 },
  {
    name: 'e2e',
    command: [bin('playwright'), 'test'],
    seconds: 377,
    report: join(REPORTS, 'e2e.json'),
    count: countPlaywright,
  },
];
