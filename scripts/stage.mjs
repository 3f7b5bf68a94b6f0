import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './install.mjs';

/** Most of a failure that the summary repeats. */
const [MOST_LINES, MOST_CHARACTERS] = [10, 300];

/** The process groups that run now. */
const running = new Set();

/**
 * Runs one stage of the tests in a process group of its own, so that browsers end with it.
 * A stage: {name, command: [program, …arguments], seconds: its ceiling, report?: the runner's JSON report,
 * count?: report → {passed, failed}}. It is ok when the command succeeded in time and, where tests are
 * counted, at least one ran. What it printed is in `output`, and in `processor` the seconds of processor time that it took, null
 * where the system does not say.
 */
export async function runStage(stage) {
  const start = performance.now();
  const { code, late, output, processor } = await spawned(stage.command, stage.seconds);
  const seconds = (performance.now() - start) / 1000;
  const report = stage.count ? readReport(stage.report) : null;
  const counts = report === null ? { passed: 0, failed: 0 } : stage.count(report);
  const note = late
    ? `ended at its ceiling of ${stage.seconds} s`
    : stage.count
      ? missing(report, counts)
      : '';
  return {
    name: stage.name,
    seconds,
    processor,
    note,
    ok: code === 0 && note === '',
    late,
    output,
    ...counts,
  };
}

/** Ends all that runs now, with all that it started. */
export function endStages() {
  for (const child of running) endGroup(child);
}

/** Lines with each stage's outcome, what failed in it and why, and last `N passed, N failed`. */
export function summary(results) {
  const lines = results.flatMap(({ name, ok, seconds, processor, note, passed, failed, failures = [] }) => {
    const tests = passed + failed > 0 ? `${passed} passed, ${failed} failed` : '';
    const time = `${seconds.toFixed(1).padStart(6)} s${processor == null ? '' : `, CPU ${processor.toFixed(1).padStart(5)} s`}`;
    const line = `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${time}  ${note || tests}`;
    return [line.trimEnd(), ...failures.flatMap(told)];
  });
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  // A stage can fail without a failing test: a type error, a file that does not load, the ceiling.
  const failed = results.reduce((sum, result) => sum + (result.ok ? 0 : Math.max(1, result.failed)), 0);
  return { lines: [...lines, `${passed} passed, ${failed} failed`], failed };
}

export const countVitest = ({ numPassedTests, numFailedTests, testResults = [] }) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  failures: testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // A file that does not load has no tests.
      if (failed.length === 0) return [{ title: name, reason: message }];
      return failed.map(({ fullName, failureMessages }) => ({ title: fullName, reason: failureMessages[0] }));
    }),
});
export const countPlaywright = ({ stats, suites = [] }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  failures: suites
    .flatMap(specsIn)
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find(failedOnce)?.error;
      const line = error?.location === undefined ? '' : ` (line ${error.location.line})`;
      return { title: title + line, reason: error?.message };
    }),
});

const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)];
const failedOnce = ({ status }) => status !== 'passed' && status !== 'skipped';

/** A failed test with why: its reason up to the stack, of which the first line stands beside the title. */
function told({ title, reason = '' }) {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .map(line => line.trim().slice(0, MOST_CHARACTERS))
    .filter(Boolean);
  const stack = lines.findIndex(line => line.startsWith('at '));
  const [first = '', ...more] = lines.slice(0, stack > 0 ? Math.min(stack, MOST_LINES) : MOST_LINES);
  return [`       ${title}: ${first}`, ...more.map(line => `         ${line}`)];
}

function missing(report, { passed, failed }) {
  if (report === null) return 'the runner left no report';
  return passed + failed === 0 ? 'no tests ran' : '';
}

function endGroup({ pid }) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}

/**
 * A shell that runs the program and says at the end, on stream 3, the processor time of it and of all that it waited for. Each stage
 * has a shell of its own, so that the times of stages that end together stay apart.
 */
const TIMED = ['/bin/sh', '-c', '"$@" 3>&-; status=$?; times >&3; exit $status', 'stage'];

/** Seconds of the last line of a shell's `times`, "0m1.25s 0m0.30s": user and system, of its children; null if it said nothing. */
function readProcessorTime(text) {
  const parts = [...(text.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) return null;
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

function spawned(command, seconds) {
  const [program, ...args] = process.platform === 'linux' ? [...TIMED, ...command] : command;
  return new Promise(resolve => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    const pieces = [];
    let times = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => pieces.push(piece));
    child.stdio[3].on('data', piece => {
      times += piece;
    });
    let late = false;
    let code = 1;
    const ceiling = setTimeout(() => {
      late = true;
      endGroup(child);
    }, seconds * 1000);
    child.on('error', error => pieces.push(Buffer.from(`${error.message}\n`)));
    child.on('exit', status => {
      code = status;
      // What it left behind would hold its output open.
      endGroup(child);
    });
    child.on('close', () => {
      clearTimeout(ceiling);
      running.delete(child);
      const output = Buffer.concat(pieces).toString();
      resolve({ code, late, output, processor: readProcessorTime(times) });
    });
  });
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
