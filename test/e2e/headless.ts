import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from './commandLine.ts';

/** The same run by the command line: its summary and its document's bytes. */
export async function headless(...options: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  const out = join(folder, 'run.json');
  try {
    const printed = await commandLine('run', ...options, '--out', out);
    return { summary: JSON.parse(printed.trim().split('\n').at(-1)!), bytes: await readFile(out) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
