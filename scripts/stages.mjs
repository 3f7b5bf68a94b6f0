import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { countPlaywright, countVitest } from './stage.mjs';

export const REPORTS = join(ROOT, 'test-results');
const bin = name => join(ROOT, 'node_modules', '.bin', name);

/**
 * Node for Playwright's processes, which its workers inherit: they run for minutes at most, and optimising late and collecting
 * a larger nursery takes a sixth off.
 */
const SHORT_LIVED = [
  ...[process.execPath, '--interrupt-budget=540672', '--single-threaded-gc'],
  ...['--min-semi-space-size=64', '--max-semi-space-size=64'],
];

/** A stage of Vitest's with so many workers. @param projects its projects, by default the one of its name */
const vitest = (name, seconds, { cores = 1, projects = name, ...more } = {}) => {
  const report = join(REPORTS, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const options = [`--project=${projects}`, `--maxWorkers=${cores}`, ...reporters];
  return {
    name,
    command: [bin('vitest'), 'run', ...options],
    seconds,
    cores,
    report,
    count: countVitest,
    ...more,
  };
};

const TYPES = { name: 'types', command: [bin('tsc'), '--noEmit'], seconds: 100 };
const BUILD = { name: 'build', command: [process.execPath, join(ROOT, 'scripts/build.mjs')], seconds: 100 };
export const LINT = { name: 'lint and format', command: [bin('biome'), 'check', '.'], seconds: 100 };

export const WHAT_CHANGED = 'what changed';

/** Tests of rules and of what is registered: a new model, word or file fails here first. */
const RULES = [
  ...[
    'test/architecture.test.ts',
    'test/words.test.ts',
    'test/docs.test.ts',
    'test/engine/core/random.test.ts',
  ],
  ...['test/engine/model/outcomeDefinition.test.ts', 'test/ui/models.test.ts'],
];
/** The console of passing tests would bury what fails. */
const CHECKED = ['run', '--silent=passed-only', '--passWithNoTests'];
const PAGE = ['--project=component*'];

/** Files that were changed since a commit, or are not committed yet. */
function listChangedFiles(since = 'HEAD') {
  const git = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout ?? '';
  const names = `${git('diff', '--name-only', since)}${git('ls-files', '--others', '--exclude-standard')}`;
  return [...new Set(names.split('\n'))].filter(Boolean);
}

const isQuickTest = name => /^test\/(?!e2e|oracles|workers|browsers|runtimes).*\.test\.tsx?$/.test(name);

/** A file on which the page hangs that is not a model's: every test of the page reaches the models' registry. */
const isOfPage = name => /^(?:src|test)\/ui\/(?!models\/)/.test(name);

const RULES_AND_TESTS = 'rules and tests';

/** Seconds for the tests of what hangs on the files that changed. */
export const CHANGE_CEILING = 120;

/** `npm run check`. What hangs on the files that changed ends at its first failure. */
export function checks(since) {
  const changed = listChangedFiles(since);
  const tests = changed.filter(name => isQuickTest(name) && existsSync(join(ROOT, name)));
  const projects = ['--project=unit', ...(changed.some(isOfPage) ? PAGE : [])];
  return [
    TYPES,
    LINT,
    {
      name: RULES_AND_TESTS,
      command: [bin('vitest'), ...CHECKED, '--project=unit', ...PAGE, ...new Set([...RULES, ...tests])],
      seconds: 90,
    },
    {
      name: WHAT_CHANGED,
      command: [
        ...[bin('vitest'), ...CHECKED, ...projects, '--maxWorkers=2', '--bail=1'],
        since === undefined ? '--changed' : `--changed=${since}`,
      ],
      seconds: CHANGE_CEILING,
      cores: 2,
      // What the others found is mended first: it would fail these tests as well.
      after: [TYPES.name, RULES_AND_TESTS],
    },
  ];
}

/**
 * The pages and the models in the browser, of which one test runs at a time. In one stage, no core is idle while the models end. It
 * begins when two others have ended, with one worker more than that, since each waits a third of its time.
 */
const e2e = seconds => {
  const report = join(REPORTS, 'e2e.json');
  return {
    name: 'e2e',
    command: [
      ...['env', `E2E_REPORT=${report}`, `E2E_OUTPUT=${join(REPORTS, 'e2e')}`],
      ...[...SHORT_LIVED, bin('playwright'), 'test', '--workers=3'],
    ],
    seconds,
    cores: 2,
    // The page that it tests is built before, and so are the toy models.
    after: ['build', 'runtime'],
    report,
    count: countPlaywright,
  };
};

/** `npm run test:long`, in minutes instead of seconds. */
export const LONG = [
  BUILD,
  ...['unit', 'oracles', 'runtime', 'worker', 'browsers'].map(name => vitest(name, 3600)),
  e2e(3600),
];

/**
 * Three at a time on two cores, in this order; property tests are among the unit tests. `seconds` is the ceiling of a
 * stage that has two others beside it, on a machine a third as fast as it can be.
 */
export const STAGES = [
  // With the installation of llama.cpp and the toy model's library, when they are not there yet; e2e needs both.
  vitest('runtime', 600),
  // The longest begins first, with two workers: with one it would go on alone when all others have ended.
  vitest('unit', 1200, { cores: 2 }),
  TYPES,
  LINT,
  BUILD,
  vitest('component', 400, { projects: 'component*' }),
  vitest('worker', 380),
  // These wait for servers and browsers more than they compute.
  vitest('oracles', 480),
  // Firefox and WebKit, with the built page.
  vitest('browsers', 400, { after: ['build'] }),
  // Last: its workers share out what is left until the end.
  e2e(1500),
];
