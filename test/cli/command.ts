import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inProcess, type Outcome } from '../inProcess.ts';

// Where there are many cases to try.
export { inProcess, type Outcome };

export const ROOT = join(import.meta.dirname, '../..');
const CLI = join(ROOT, 'scripts/cli.mjs');

/** Runs the command as a user does, in a process of its own; neither stream is a terminal. */
export const cli = (...args: string[]): Promise<Outcome> => run(process.execPath, [CLI, ...args]);
/** Program and arguments of the command. */
cli.command = (...args: string[]): [string, string[]] => [process.execPath, [CLI, ...args]];

/** A program that is left running, to be disturbed. */
export function running(file: string, args: string[]) {
  const child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const outcome = { code: -1, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', chunk => {
      outcome[name] += chunk;
    });
  const ended = new Promise<Outcome>(resolve =>
    child.on('close', code => resolve({ ...outcome, code: code ?? -1 })),
  );
  const closeOutput = () => child.stdout.destroy();
  return { ended, closeOutput, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}

/** The same in a shell that forbids files of more than so many blocks of 512 bytes, as a full disk would. */
export async function cliOnFullDisk(blocks: number, ...args: string[]): Promise<Outcome> {
  // The program itself is bundled while there is room.
  await cli('--version');
  return run('/bin/sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, CLI, ...args]);
}

function run(file: string, args: string[]): Promise<Outcome> {
  return new Promise(resolve => {
    execFile(file, args, { cwd: ROOT, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
}

/** Bad usage: one short line on stderr with these words, and nothing else. */
export function expectLine({ code, stdout, stderr }: Outcome, words: string): void {
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^statescope: [^\n]+\n$/);
  expect(stderr.length).toBeLessThan(500);
  expect(stderr).toContain(words);
}

/** What is said beside what each file was read as. */
export const beyondReading = (stderr: string): string =>
  stderr.replace(/^(?:.+: .+, [\d,]+ cases?, [\d,]+ steps?|columns: .+)\n/gm, '');
