import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import { InputError } from '../../../src/engine/core/errors.ts';
import type { Files } from '../../../src/engine/files/namedFile.ts';
import { getAgentModelEntry } from '../../../src/engine/models/index.ts';
import { openRun } from '../../../src/engine/models/openRun.ts';
import { playRunTicks } from '../../../src/engine/run/playRunTicks.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { readRecording } from '../../../src/oracles/recording/recording.ts';
import { verifyDocumentText } from '../../../src/oracles/recording/verifyDocumentText.ts';
import { documentText } from '../../engine/play.ts';
import { cases, LONG_TIMEOUT } from '../../runs.ts';

const root = new URL('../../../public/', import.meta.url);
const bundled = async (path: string) => readFileSync(new URL(path, root));

const TALK = ['one', 'two']
  .map(id => {
    const tool_calls = [{ id, type: 'function', function: { name: 'look', arguments: '{"q":1}' } }];
    const messages = [
      { role: 'user', content: 'find it' },
      { role: 'assistant', content: 'I try', tool_calls },
      { role: 'tool', tool_call_id: id, content: 'nothing found' },
    ];
    return JSON.stringify({ id, messages });
  })
  .join('\n');
const MODELS: Readonly<Record<string, { readonly part: Partial<Setup>; readonly files: Files }>> = {
  social: { part: { network: 'scale-free', agents: 16, parameters: { warm_up: 2 } }, files: {} },
  governed: { part: { agents: 2 }, files: {} },
  librarian: { part: { agents: 2 }, files: {} },
  workflow: { part: { agents: 2 }, files: {} },
  chart: { part: { preset: 'society', agents: 40 }, files: {} },
  recorded: {
    part: {},
    files: { traces: [{ name: 'talks.jsonl', bytes: new TextEncoder().encode(TALK) }] },
  },
};

async function play(model: string): Promise<string> {
  const { part, files } = MODELS[model];
  const spec = await getAgentModelEntry(model).spec();
  const { run } = await openRun({ ...createDefaultSetup(spec), ...part }, { bundled, files });
  await playRunTicks(run, { oracle: run.policy, until: 10 });
  return documentText(run);
}

type Path = readonly string[];

/** Every place of a value, objects and lists among them. */
function* placesOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) yield* placesOf(part, [...path, key]);
}

/** A value of every kind of JSON. */
const KINDS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  'text',
  [],
  {},
  [[]],
  [null],
  { a: [] },
];

function replace(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const next = replace((value as Record<string, unknown>)[key], rest, by);
  return Array.isArray(value)
    ? value.map((one, at) => (String(at) === key ? next : one))
    : { ...(value as object), [key]: next };
}

/** Reads and verifies a document, as page and command line do. @throws what is not said in words */
async function verify(text: string): Promise<{ verdict: string; unchecked: readonly string[] }> {
  try {
    const recording = await readRecording('run.json', new TextEncoder().encode(text));
    const { run } = await openRun(recording.setup, { bundled, files: recording.files });
    const { signal } = new AbortController();
    const options = { rest: async () => undefined, signal };
    const { verdict, uncheckedPaths } = await verifyDocumentText(text, recording, run, options);
    return { verdict, unchecked: uncheckedPaths };
  } catch (error) {
    if (error instanceof InputError) return { verdict: 'refused', unchecked: [] };
    throw error;
  }
}

describe('a document with a value of another type', { timeout: LONG_TIMEOUT }, () => {
  it.each(Object.keys(MODELS))('%s is refused in words, or found to differ', async model => {
    const text = await play(model);
    const document: unknown = JSON.parse(text);
    expect(await verify(text)).toMatchObject({ verdict: 'verified' });
    // Places near the top have the most readers: each level is as likely as another.
    const levels: Path[][] = [];
    for (const place of placesOf(document)) {
      levels[place.length] ??= [];
      levels[place.length].push(place);
    }
    const place = fc.oneof(...levels.map(places => fc.constantFrom(...places)));
    await fc.assert(
      fc.asyncProperty(place, fc.constantFrom(...KINDS), async (at, kind) => {
        const changed = JSON.stringify(replace(document, at, kind));
        const { verdict, unchecked } = await verify(changed);
        if (verdict === 'verified' && changed !== JSON.stringify(document))
          expect(unchecked).toContain(at[0]);
      }),
      cases(40, 1500),
    );
  });
});
