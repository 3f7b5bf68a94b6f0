import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acquireFolderLock } from '../../../src/cli/files/acquireFolderLock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'statescope-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const lock = () => join(folder, 'lock');

it('refuses a folder that another live process has, and leaves nothing of its own there', () => {
  writeFileSync(lock(), String(process.ppid));
  expect(() => acquireFolderLock(folder)).toThrow(`${folder} is being written by process ${process.ppid}`);
  expect(readdirSync(folder)).toEqual(['lock']);
});

it.skipIf(process.platform !== 'linux')(
  'takes the lock of a process whose number another one has by now',
  () => {
    writeFileSync(lock(), `${process.ppid} 1`);
    const release = acquireFolderLock(folder);
    expect(readFileSync(lock(), 'utf8')).toMatch(new RegExp(`^${process.pid} \\d+$`));
    release();
    expect(readdirSync(folder)).toEqual([]);
  },
);

it.skipIf(process.platform !== 'linux')(
  'takes the lock of a process that has ended and is not forgotten yet',
  async () => {
    // A child ends once its parent has become a program that never asks for its end: it stays as a number alone.
    const child = '(until grep -q sleep /proc/$$/comm; do :; done)';
    const parent = spawn('sh', ['-c', `${child} & echo $!; exec sleep 30`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = await new Promise<string>(resolve =>
      parent.stdout.once('data', text => resolve(String(text).trim())),
    );
    await expect
      .poll(
        () =>
          readFileSync(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) /, '')
            .slice(0, 1),
        { timeout: 10_000 },
      )
      .toBe('Z');
    writeFileSync(lock(), pid);
    acquireFolderLock(folder)();
    parent.kill('SIGKILL');
  },
);
