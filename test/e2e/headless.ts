import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The same run by the command line: its summary and its document's bytes. */
export async function headless(...options: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  const out = join(folder, 'run.json');
  try {
    const { stdout } = await execute('node', ['scripts/cli.mjs', 'run', ...options, '--out', out]);
    return { summary: JSON.parse(stdout.trim().split('\n').at(-1)!), bytes: await readFile(out) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
