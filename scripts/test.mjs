// npm test: installs what is missing, then runs every stage, each under its own ceiling, and counts the tests.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './install.mjs';
import { ensureSystemPackages } from './systemPackages.mjs';

const REPORTS = join(ROOT, 'test-results');
const bin = name => join(ROOT, 'node_modules', '.bin', name);
const report = name => join(REPORTS, `${name}.json`);
const vitest = (name, seconds) => ({
  name,
  command: [
    bin('vitest'),
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report(name)}`,
  ],
  seconds,
  count: countVitest,
});

/** In this order; `seconds` is the ceiling, `count` reads passed and failed tests from the runner's report. */
const STAGES = [
  { name: 'types', command: [bin('tsc'), '--noEmit'], seconds: 120 },
  { name: 'lint and format', command: [bin('biome'), 'check', '.'], seconds: 60 },
  vitest('unit', 300),
  vitest('component', 120),
  vitest('worker', 120),
  { name: 'build', command: [bin('vite'), 'build'], seconds: 120 },
  { name: 'e2e', command: [bin('playwright'), 'test'], seconds: 300, count: countPlaywright },
];

ensureInstalled();
ensureSystemPackages();
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

let child = null;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    end(child);
    process.exit(130);
  });
}

const results = [];
for (const stage of STAGES) results.push(await run(stage));

console.log('');
let passed = 0;
let failed = 0;
for (const result of results) {
  const tests = result.passed + result.failed > 0 ? `${result.passed} passed, ${result.failed} failed` : '';
  console.log(
    `${result.ok ? 'ok    ' : 'FAILED'} ${result.name.padEnd(16)} ${result.seconds.padStart(6)} s  ${result.note || tests}`,
  );
  passed += result.passed;
  // A stage can fail without a failing test: a type error, a file that does not load, the ceiling.
  failed += result.ok ? 0 : Math.max(1, result.failed);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function run(stage) {
  console.log(`\n── ${stage.name}`);
  const start = performance.now();
  const { code, late } = await spawned(stage.command, stage.seconds);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const counts = stage.count?.(stage.name) ?? (stage.count ? null : { passed: 0, failed: 0 });
  const note = late
    ? `ended at its ceiling of ${stage.seconds} s`
    : counts === null
      ? 'the runner left no report'
      : stage.count && counts.passed + counts.failed === 0
        ? 'no tests ran'
        : '';
  if (late) console.error(`The stage "${stage.name}" was ${note}.`);
  return {
    name: stage.name,
    seconds,
    note,
    ok: code === 0 && note === '',
    ...(counts ?? { passed: 0, failed: 0 }),
  };
}

/** Runs a command in a process group of its own, so that browsers end with it. */
function spawned([command, ...args], seconds) {
  return new Promise(resolve => {
    child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
      env: { ...process.env, E2E_REPORT: report('e2e') },
    });
    let late = false;
    const ceiling = setTimeout(() => {
      late = true;
      end(child);
    }, seconds * 1000);
    const done = code => {
      clearTimeout(ceiling);
      end(child);
      child = null;
      resolve({ code, late });
    };
    child.on('error', error => {
      console.error(error.message);
      done(1);
    });
    child.on('exit', done);
  });
}

function end(running) {
  try {
    if (running?.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(report(name), 'utf8'));
  } catch {
    return null;
  }
}

function countVitest(name) {
  const found = readReport(name);
  return found && { passed: found.numPassedTests, failed: found.numFailedTests };
}

function countPlaywright(name) {
  const found = readReport(name);
  return found && { passed: found.stats.expected, failed: found.stats.unexpected + found.stats.flaky };
}
