import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRun, loadSetup } from '../../src/engine/models/openRun.ts';
import { readRecording } from '../../src/oracles/recording/recording.ts';

const DOCUMENTS = ['workflow', 'librarian'].map(
  model =>
    [
      model,
      JSON.parse(readFileSync(new URL(`../fixtures/documents-v2/${model}.json`, import.meta.url), 'utf8')),
    ] as const,
);
/** Longer than anybody reads, and it would turn and colour what stands after it. */
const FOREIGN = `\u001b[31m\u202e${'x'.repeat(5_000)}`;
const MARKS = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f]/u;

type Path = readonly (string | number)[];

/** A path to each text of a document, one for each place in its rows. */
function textsIn(value: unknown, path: Path = [], seen = new Set<string>()): readonly Path[] {
  if (typeof value === 'string') {
    const place = path.map(key => (typeof key === 'number' ? '*' : key)).join('.');
    if (seen.has(place)) return [];
    seen.add(place);
    return [path];
  }
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()].slice(0, 3) : Object.keys(value);
  return keys.flatMap(key => textsIn((value as never)[key], [...path, key], seen));
}

/** A copy with another value at a path. */
function withAt(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Record<Path[number], unknown>)[key] = withAt((value as never)[key], rest, put);
  return copy;
}

/** All that is told of a document which is opened and begun. */
async function toldOf(document: unknown): Promise<readonly string[]> {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  try {
    const { setup, files, notes } = await readRecording('run.json', bytes);
    const loaded = await loadSetup(setup, {
      files,
      bundled: async path => readFileSync(new URL(`../../public/${path}`, import.meta.url)),
    });
    createRun(loaded);
    return [...notes, ...loaded.material.notes];
  } catch (error) {
    return [(error as Error).message];
  }
}

describe('the texts of a document', () => {
  it.each(DOCUMENTS)('are cut and cleaned in every message, in any place (%s)', async (_model, document) => {
    const paths = textsIn(document);
    expect(paths.length).toBeGreaterThan(40);
    for (const path of paths) {
      const place = path.join('.');
      for (const line of await toldOf(withAt(document, path, FOREIGN))) {
        expect(line.length, place).toBeLessThanOrEqual(1000);
        expect(line, place).not.toMatch(MARKS);
        expect(line, place).not.toMatch(/x{201}/);
      }
    }
  });

  it('are shown with their beginning: the engine that wrote it, the preset, a parameter', async () => {
    const [, document] = DOCUMENTS[0]!;
    const told = async (path: Path, put: unknown) => (await toldOf(withAt(document, path, put))).join('\n');
    expect(await told(['engine'], FOREIGN)).toMatch(
      /recorded by engine \\u001b\[31m\\u202ex{183}…; this is /,
    );
    expect(await told(['config', 'preset'], FOREIGN)).toMatch(
      /^preset "\\u001b\[31m\\u202ex{183}…" is unknown/,
    );
    expect(await told(['config', 'parameters', FOREIGN], 1)).toMatch(
      /^parameter "\\u001b\[31m\\u202ex{183}…" is unknown/,
    );
  });

  it.each(DOCUMENTS)('are cut in what surrounds an answer: %s', async (model, document) => {
    const rows = document.decisions as readonly { tick: number; agent_id: string; source: string }[];
    const at = rows.findIndex(({ source, tick }) => source !== 'chart' && tick > 0);
    const why = model === 'librarian' ? { error: FOREIGN } : { outcome: 'retry', result: FOREIGN };
    const changed = { ...rows[at], ...why, raw: FOREIGN, model: FOREIGN };
    const decisions = rows.with(at, changed as (typeof rows)[number]);
    const bytes = new TextEncoder().encode(JSON.stringify({ ...document, decisions }));
    const recording = await readRecording('run.json', bytes);
    const answer = recording.decision(changed.tick, Number(changed.agent_id.slice(6)) - 1);
    for (const text of [answer?.reason, answer?.evidence.raw, answer?.evidence.model])
      expect(text).toHaveLength(2000);
  });
});
