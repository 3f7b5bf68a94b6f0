import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { waitInVain } from '../waitInVain.ts';

interface Result {
  readonly ok: boolean;
  readonly seconds: number;
  readonly processor: number | null;
  readonly note: string;
}
const SCRIPT: string = join(import.meta.dirname, '../../scripts/stage.mjs');
const { runStage, summary, countVitest, countPlaywright } = await import(SCRIPT);
const folder = mkdtempSync(join(tmpdir(), 'stage-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (script: string, more: object = {}): Promise<Result> =>
  runStage({ name: 's', command: [process.execPath, '-e', script], seconds: 10, ...more });

/** True once the process that has written its number there has ended. */
function hasEnded(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    return /\) Z /.test(readFileSync(`/proc/${readFileSync(file, 'utf8')}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

describe('a stage', () => {
  it('is ok when its command is', async () => {
    expect(await run('')).toMatchObject({ ok: true, note: '' });
    expect(await run('process.exit(3)')).toMatchObject({ ok: false, note: '' });
  });

  it.runIf(process.platform === 'linux')('counts the processor time of all its processes', async () => {
    const busy = 'const end = process.cpuUsage().user + 4e5; while (process.cpuUsage().user < end);';
    const parent = `require('child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;
    const { processor } = await run(parent);
    expect(processor).toBeGreaterThan(0.4);
    expect(processor).toBeLessThan(5);
  });

  it.runIf(process.platform === 'linux')(
    'has its own processor time, though another one ends with it',
    async () => {
      const files = ['waits', 'works'].map(name => join(folder, name));
      const note = (file: string) =>
        `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid));`;
      const busy =
        'const end = process.cpuUsage().user + 5e5; do { for (let i = 0; i < 1e6; i++); } while (process.cpuUsage().user < end);';
      const more = { seconds: 60 };
      const both = Promise.all([run(note(files[0]), more), run(`${busy}${note(files[1])}`, more)]);
      // Nothing is heard of either until both have ended.
      while (!files.every(hasEnded)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      const [waited, worked] = await both;
      expect(waited.processor).toBeLessThan(0.45);
      expect(worked.processor).toBeGreaterThan(0.45);
    },
  );

  it('fails when the program does not exist', async () => {
    expect(await runStage({ name: 's', command: ['/no/such/program'], seconds: 1 })).toMatchObject({
      ok: false,
    });
  });

  it('ends at its ceiling with everything that it started', async () => {
    const file = join(folder, 'beat');
    const beat = `setInterval(() => require('fs').writeFileSync(${JSON.stringify(file)}, String(Date.now())), 20)`;
    const parent = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(beat)}]); setInterval(() => {}, 9)`;
    // Two programs begin in this time, on a busy machine as well.
    const result = await run(parent, { seconds: 3 });
    expect(result).toMatchObject({ ok: false, note: 'ended at its ceiling of 3 s' });
    expect(result.seconds).toBeLessThan(30);
    expect(existsSync(file)).toBe(true);
    const last = readFileSync(file, 'utf8');
    await waitInVain(200);
    expect(readFileSync(file, 'utf8')).toBe(last);
  });

  it('counts the tests in its report, and fails without any', async () => {
    const report = join(folder, 'report.json');
    const counted = { report, count: countVitest };
    expect(await run('', counted)).toMatchObject({ ok: false, note: 'the runner left no report' });
    writeFileSync(report, JSON.stringify({ numPassedTests: 0, numFailedTests: 0 }));
    expect(await run('', counted)).toMatchObject({ ok: false, note: 'no tests ran' });
    writeFileSync(report, JSON.stringify({ numPassedTests: 7, numFailedTests: 2 }));
    expect(await run('process.exit(1)', counted)).toMatchObject({
      ok: false,
      passed: 7,
      failed: 2,
      note: '',
    });
    writeFileSync(report, JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 1 } }));
    expect(await run('', { report, count: countPlaywright })).toMatchObject({
      ok: true,
      passed: 3,
      failed: 0,
    });
  });
});

describe('the summary', () => {
  const result = (more: object) => ({
    name: 'unit',
    seconds: 1.25,
    note: '',
    ok: true,
    passed: 0,
    failed: 0,
    ...more,
  });

  it('ends with the number of tests', () => {
    expect(summary([result({ name: 'types' }), result({ passed: 5 }), result({ passed: 3 })])).toEqual({
      lines: [
        'ok     types               1.3 s',
        'ok     unit                1.3 s  5 passed, 0 failed',
        'ok     unit                1.3 s  3 passed, 0 failed',
        '8 passed, 0 failed',
      ],
      failed: 0,
    });
  });

  it('names each failed test, with the reason up to the stack', () => {
    const vitest = countVitest({
      numPassedTests: 5,
      numFailedTests: 1,
      testResults: [
        { status: 'failed', name: 'f.test.ts', message: 'no such module', assertionResults: [] },
        {
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a' },
            { status: 'failed', fullName: 'b', failureMessages: ['\u001b[31mno\u001b[39m\n  at c'] },
          ],
        },
      ],
    });
    const spec = (title: string, status: string, message?: string) => ({
      title,
      ok: status === 'passed',
      tests: [{ results: [{ status, error: { message, location: { line: 7 } } }] }],
    });
    const playwright = countPlaywright({
      stats: { expected: 1, unexpected: 1, flaky: 0 },
      suites: [
        {
          specs: [spec('d', 'passed')],
          suites: [{ specs: [spec('e', 'timedOut', 'late\n\n  Expected: 4\n  at f')] }],
        },
      ],
    });
    expect(
      summary([result({ ok: false, ...vitest }), result({ name: 'e2e', ok: false, ...playwright })]).lines,
    ).toEqual([
      'FAILED unit                1.3 s  5 passed, 1 failed',
      '       f.test.ts: no such module',
      '       b: no',
      'FAILED e2e                 1.3 s  1 passed, 1 failed',
      '       e (line 7): late',
      '         Expected: 4',
      '6 passed, 2 failed',
    ]);
  });

  it('counts a failed stage without a failing test as one', () => {
    const results = [result({ ok: false }), result({ ok: false, passed: 5, failed: 2 })];
    expect(summary(results).lines.at(-1)).toBe('5 passed, 3 failed');
  });
});
