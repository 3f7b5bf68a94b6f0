import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INPUTS } from '../fixtures/cases/inputs.ts';
import { inProcess } from '../inProcess.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/cases');
const FILE = join(FOLDER, 'runs.json');

/** What a run of an input comes to: its summary, or the line that refuses it. */
async function played(input: string): Promise<unknown> {
  const { stdout, stderr } = await inProcess('run', '--model', 'recorded', '--traces', join(FOLDER, input));
  if (stdout === '') return { input, refused: stderr.trim() };
  const { agents, rounds, outcomes, hash } = JSON.parse(stdout);
  return { input, agents, rounds, ...outcomes, hash };
}

describe('traces that agents and tools leave, played to their end by the command line', () => {
  // What these figures should be is tested beside each reader; here it is that the page and the command line agree on them.
  it('give the figures and hashes that the page gives', async () => {
    const runs: unknown[] = [];
    for (const input of INPUTS) runs.push(await played(input));
    if (process.env.WRITE_RUNS === '1')
      writeFileSync(FILE, `[\n${runs.map(run => JSON.stringify(run)).join(',\n')}\n]\n`);
    expect(runs).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
  }, 60_000);
});
