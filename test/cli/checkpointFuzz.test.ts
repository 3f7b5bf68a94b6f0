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

/** Small runs that have gone far enough for all kinds of rows. */
const BUSY = ['--network', 'small-world', '--agents', '6', '--set', 'activity=20', '--set', 'posting=20'];
const MODELS = [
  ['social', 'social', ...BUSY, '--set', 'warm_up=2', '--set', 'liking=3@2'],
  ['social with moods', 'social', ...BUSY, '--set', 'warm_up=2', '--set', 'moods=true'],
  ['governed', 'governed', '--agents', '3'],
  ['librarian', 'librarian', '--agents', '2'],
  ['workflow', 'workflow', '--agents', '2'],
  ['chart', 'chart', '--preset', 'society', '--agents', '4', '--network', 'random'],
  ['chart with timers', 'chart', '--preset', 'watch', '--agents', '4', '--network', 'random'],
] as const;
/** Rounds that are saved, and rounds up to which is played. */
const [SAVED, LAST] = ['6', '12'];
const bodies = new Map<string, Json>();

beforeAll(async () => {
  for (const [name, model, ...setup] of MODELS) {
    await inProcess('run', '--model', model, ...setup, '--rounds', SAVED, '--checkpoint', path(name));
    bodies.set(name, JSON.parse(readFileSync(path(name), 'utf8')));
  }
});

/** A checkpoint with another body, and the checksum of that. */
function withBody(file: Json, body: Json): string {
  const { head } = file as { readonly head: object };
  const sha256 = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return JSON.stringify({ head: { ...head, sha256 }, body });
}

/** One line that names the file, or what of the set-up cannot be. */
const REFUSAL = /^statescope: [^\n]{1,300}\n$/;

it.each(MODELS.map(([name]) => name))(
  'a changed checkpoint is resumed, or refused with the place of the change: %s',
  { timeout: LONG_TIMEOUT },
  async name => {
    const file = bodies.get(name)!;
    const { body } = file as { readonly body: Json };
    await fc.assert(
      fc.asyncProperty(mutated(body), async changed => {
        writeFileSync(path('changed'), withBody(file, changed));
        const go = ['--resume', path('changed'), '--rounds', LAST, '--out', path('out.json')];
        const { code, stderr } = await inProcess('run', ...go);
        if (code === 0) return;
        expect([code, stderr]).toEqual([2, expect.stringMatching(REFUSAL)]);
        expect(stderr).not.toMatch(/Error\b|undefined|is not a function|not iterable|Cannot read/);
      }),
      cases(30, 2_000),
    );
  },
);
