import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ROOT } from './install.mjs';

/** The process group that runs now, or null. */
let running = null;

/**
 * Runs one stage of the tests in a process group of its own, so that browsers end with it.
 * A stage: {name, command: [program, …arguments], seconds: its ceiling, report?: the runner's JSON report,
 * count?: report → {passed, failed}}. It is ok when the command succeeded in time and, where tests are
 * counted, at least one ran.
 */
export async function runStage(stage) {
  const start = performance.now();
  const { code, late } = await spawned(stage.command, stage.seconds);
  const seconds = (performance.now() - start) / 1000;
  const report = stage.count ? readReport(stage.report) : null;
  const counts = report === null ? { passed: 0, failed: 0 } : stage.count(report);
  const note = late
    ? `ended at its ceiling of ${stage.seconds} s`
    : stage.count
      ? missing(report, counts)
      : '';
  return { name: stage.name, seconds, note, ok: code === 0 && note === '', ...counts };
}

/** Ends what runs now, with all that it started. */
export function endStage() {
  try {
    if (running?.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}

/** Lines with each stage's outcome, and last `N passed, N failed`. */
export function summary(results) {
  const lines = results.map(({ name, ok, seconds, note, passed, failed }) => {
    const tests = passed + failed > 0 ? `${passed} passed, ${failed} failed` : '';
    return `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s  ${note || tests}`.trimEnd();
  });
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  // A stage can fail without a failing test: a type error, a file that does not load, the ceiling.
  const failed = results.reduce((sum, result) => sum + (result.ok ? 0 : Math.max(1, result.failed)), 0);
  return { lines: [...lines, `${passed} passed, ${failed} failed`], failed };
}

export const countVitest = report => ({ passed: report.numPassedTests, failed: report.numFailedTests });
export const countPlaywright = ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
});

function missing(report, { passed, failed }) {
  if (report === null) return 'the runner left no report';
  return passed + failed === 0 ? 'no tests ran' : '';
}

function spawned([program, ...args], seconds) {
  return new Promise(resolve => {
    running = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    let late = false;
    const ceiling = setTimeout(() => {
      late = true;
      endStage();
    }, seconds * 1000);
    const done = code => {
      clearTimeout(ceiling);
      endStage();
      running = null;
      resolve({ code, late });
    };
    running.on('error', error => {
      console.error(error.message);
      done(1);
    });
    running.on('exit', done);
  });
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
