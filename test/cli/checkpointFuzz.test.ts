import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Json, mutated } from '../fuzz/mutated.ts';
import { cases, LONG_TIMEOUT } from '../runs.ts';
import { inProcess } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-mutants-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const MODELS = [
  ['social', '--network', 'small-world', '--agents', '5', '--set', 'activity=20', '--set', 'warm_up=2'],
  ['governed', '--agents', '2'],
  ['librarian', '--agents', '1'],
  ['workflow', '--agents', '2'],
  ['chart', '--preset', 'watch', '--agents', '4', '--network', 'random'],
] as const;
const bodies = new Map<string, Json>();

beforeAll(async () => {
  for (const [model, ...setup] of MODELS) {
    await inProcess('run', '--model', model, ...setup, '--rounds', '3', '--checkpoint', path(model));
    bodies.set(model, JSON.parse(readFileSync(path(model), 'utf8')));
  }
});

/** A checkpoint with another body, and the checksum of that. */
function withBody(file: Json, body: Json): string {
  const { head } = file as { readonly head: object };
  const sha256 = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return JSON.stringify({ head: { ...head, sha256 }, body });
}

it.each(MODELS.map(([model]) => model))(
  'a changed checkpoint of model %s is read, or one clear error',
  { timeout: LONG_TIMEOUT },
  async model => {
    const file = bodies.get(model)!;
    const { body } = file as { readonly body: Json };
    await fc.assert(
      fc.asyncProperty(mutated(body), async changed => {
        writeFileSync(path('changed'), withBody(file, changed));
        const { code, stderr } = await inProcess('run', '--resume', path('changed'), '--rounds', '4');
        expect(stderr).not.toMatch(
          /TypeError|RangeError|undefined|is not a function|not iterable|Cannot read/,
        );
        if (code !== 0)
          expect([code, stderr]).toEqual([2, expect.stringMatching(/^statescope: [^\n]{1,300}\n$/)]);
      }),
      cases(15, 2_500),
    );
  },
);
