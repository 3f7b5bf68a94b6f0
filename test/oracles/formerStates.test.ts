import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openRun } from '../../src/engine/models/openRun.ts';
import { readRecording } from '../../src/oracles/recording/recording.ts';
import { verifyDocumentText } from '../../src/oracles/recording/verifyDocumentText.ts';

/** As it was written when a state called as an end was told apart only where cases had that end. */
const FORMER = readFileSync(new URL('../fixtures/documents-v3/recorded.json', import.meta.url), 'utf8');

/** What it is made from. */
const TRACES = [
  'case,tool,state,time',
  ...['1,x,failed,1', '1,y,succeeded,2', '1,z,go,3', '2,x,failed,1', '2,z,go,2'],
].join('\n');

async function verdictOn(text: string) {
  const recording = await readRecording('run.json', new TextEncoder().encode(text));
  const { run } = await openRun(recording.setup, {
    files: { traces: [{ name: 'all.csv', bytes: new TextEncoder().encode(TRACES) }] },
    bundled: () => Promise.reject(new Error('nothing is bundled')),
  });
  const { signal } = new AbortController();
  return verifyDocumentText(text, recording, run, { rest: async () => undefined, signal });
}

describe('a document of recorded cases from before their states were distinguished', () => {
  it('is verified by its own names', async () => {
    expect(JSON.parse(FORMER).states).toEqual(['not begun', 'failed', 'succeeded', 'go', 'ended']);
    expect(await verdictOn(FORMER)).toMatchObject({ verdict: 'verified', difference: null, reason: null });
  });

  it('is verified by the names of today as well', async () => {
    const renamed = (line: string) =>
      /^"outcomes"|"input":/.test(line) ? line : line.replaceAll(/"(failed|succeeded)"/g, '"$1 (step)"');
    const today = FORMER.split('\n').map(renamed).join('\n');
    expect(JSON.parse(today).states[1]).toBe('failed (step)');
    expect(await verdictOn(today)).toMatchObject({ verdict: 'verified', difference: null });
  });

  it.each([
    ['another name', '"states": ["not begun","failed"', '"states": ["not begun","lost"', 'states[1]'],
    ['another count', '"failed":2', '"failed":1', 'distribution[1].counts.failed'],
  ])('is not verified with %s', async (_, was, is, where) => {
    expect(FORMER).toContain(was);
    const { verdict, difference } = await verdictOn(FORMER.replace(was, is));
    expect([verdict, difference?.where]).toEqual(['differs', where]);
  });
});
