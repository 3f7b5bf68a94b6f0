import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InputError, OracleHalt } from '../../src/engine/core/errors.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { readRecording } from '../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../src/oracles/recording/replay.ts';
import { mixedAnswers } from '../engine/mixedAnswers.ts';
import { openMissions, playOut } from '../engine/models/governed/mission.ts';
import { openReaders } from '../engine/models/librarian/reading.ts';
import { openAgents } from '../engine/models/workflow/playing.ts';
import { documentText, open } from '../engine/play.ts';

/** The parts of a document that a replay reads. */
const READ = ['format', 'version', 'hash', 'config', 'decisions', 'workflow', 'measurements', 'engine'];

const root = new URL('../../public/', import.meta.url);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Document = { [key: string]: Json };
type Path = readonly (string | number)[];

/** `decisions.*.answer` */
const nameOf = (path: Path): string => path.map(key => (typeof key === 'number' ? '*' : key)).join('.');

function* leavesOf(
  value: Json,
  path: Path = [],
): Generator<{ path: Path; value: boolean | number | string }> {
  if (value === null) return;
  if (typeof value !== 'object') yield { path, value };
  else if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* leavesOf(item, [...path, i]);
  else for (const [key, item] of Object.entries(value)) yield* leavesOf(item, [...path, key]);
}

const withValue = (value: Json, [key, ...rest]: Path, changed: Json): Json => {
  if (key === undefined) return changed;
  if (Array.isArray(value))
    return value.map((item, i) => (i === key ? withValue(item, rest, changed) : item));
  const fields = value as Document;
  return { ...fields, [key]: withValue(fields[key], rest, changed) };
};

const flipped = (value: boolean | number | string): Json => {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : `${value}x`;
};

/** The document of a replay; null where it is refused, or ends with another hash. */
async function replayed(document: Json): Promise<Document | null> {
  try {
    const recording = await readRecording('run.json', new TextEncoder().encode(JSON.stringify(document)));
    const { setup, files, rounds, hash } = recording;
    const { run } = await openRun(setup, { bundled: async path => readFileSync(new URL(path, root)), files });
    const oracle = new ReplayOracle(recording);
    const { signal } = new AbortController();
    while (run.tick < rounds && !run.state.isOver) await run.step(oracle, signal);
    return run.rounds === rounds && run.hash === hash ? JSON.parse(documentText(run)) : null;
  } catch (error) {
    if (error instanceof InputError || error instanceof OracleHalt) return null;
    throw error;
  }
}

const valueAt = (value: Json | undefined, path: Path): Json | undefined =>
  path.reduce<Json | undefined>((at, key) => (at as Document | undefined)?.[key], value);

interface Unnoticed {
  /** Fields that a replay's document has as if nothing had been changed. */
  readonly madeAgain: readonly string[];
  /** Fields that a replay believes, or leaves out. */
  readonly environment: readonly string[];
}

/** Names of the fields that can be changed in the last of their rows and leave the hash as it is. */
async function unnoticed(document: Document): Promise<Unnoticed> {
  const last = new Map<string, { path: Path; value: boolean | number | string; seen: Set<Json> }>();
  for (const { path, value } of leavesOf(document)) {
    const name = nameOf(path);
    if (!READ.includes(String(path[0]))) continue;
    const seen = (last.get(name)?.seen ?? new Set()).add(value);
    last.set(name, { path, value, seen });
  }
  const madeAgain: string[] = [];
  const environment: string[] = [];
  for (const [name, { path, value, seen }] of last) {
    // A word outside a closed list is refused anyway; so another word of the list is tried too.
    const others = [...seen].filter(other => other !== value).slice(-2);
    for (const other of [flipped(value), ...others]) {
      const again = await replayed(withValue(document, path, other));
      if (again === null) continue;
      (valueAt(again, path) === value ? madeAgain : environment).push(name);
      break;
    }
  }
  return { madeAgain: madeAgain.sort(), environment: environment.sort() };
}

const changes = [{ tick: 2, name: 'liking', value: 3 }];
const busy = { warm_up: 2, activity: 20, posting: 20, attention: 0 };
const RUNS: Readonly<Record<string, () => Promise<Run>>> = {
  social: () => open({ network: 'scale-free', agents: 16, seed: 5, parameters: busy, changes }),
  governed: () => openMissions({ setup: { agents: 2, seed: 2 } }),
  librarian: () => openReaders({ source: null, setup: { agents: 2, seed: 1 } }),
  workflow: () => openAgents({ setup: { agents: 2, seed: 1 } }),
};

async function documentOf(model: string): Promise<Document> {
  const run = await RUNS[model]();
  return JSON.parse(documentText(await playOut(run, mixedAnswers(run), 12)));
}

const rows = (...names: readonly string[]): readonly string[] => names.map(name => `decisions.*.${name}`);

/** Fields that follow from the rest, */
const MADE_AGAIN: Readonly<Record<string, readonly string[]>> = {
  social: [
    'engine',
    'config.network.nodes',
    'config.network.edges',
    'config.warm_up',
    'config.tick_seconds',
    ...rows('post_id', 'trigger', 'next_state'),
  ],
  governed: [
    'engine',
    'config.corpus.count',
    'config.missions.name',
    'config.missions.count',
    'config.warm_up',
    'config.tick_seconds',
    ...rows('step', 'phase', 'next_phase', 'kind', 'failed', 'duration_ms', 'tokens_in', 'tokens_out'),
    ...rows('tool', 'claims', 'advice.text', 'obeyed'),
  ],
  librarian: [
    'engine',
    'config.source.count',
    'config.warm_up',
    'config.tick_seconds',
    ...rows('iteration', 'state', 'next_state', 'kind', 'item', 'working_tokens', 'storage_tokens'),
    ...rows('tokens_in', 'tokens_out', 'claims', 'thinking_log', 'action.tags.*', 'result'),
  ],
  workflow: [
    'engine',
    'config.workflow.name',
    'config.workflow.count',
    'config.warm_up',
    'config.tick_seconds',
    // The text is an example, which a replay knows by its SHA-256.
    'workflow.*.line',
    'workflow.*.text',
    ...rows('state', 'step', 'type', 'outcome', 'attempt', 'action', 'note', 'target', 'result'),
    ...rows('tokens_in', 'tokens_out', 'key', 'match'),
  ],
};

/** Measurements by clock and counters. */
const MEASURED = [
  'agent_id',
  'tick',
  'milliseconds',
  'tokens_in',
  'tokens_out',
  'tokens_per_second',
  'tries',
];
const ANSWERED = [
  ...rows('model', 'prompt_version', 'raw'),
  ...MEASURED.map(name => `measurements.*.${name}`),
] as const;

/** Fields about who answered and how, and fields without effect on the run; docs/run-document.md names them. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  social: [
    'config.changes.*.tick',
    'config.changes.*.value',
    ...rows(...['ignore', 'like', 'reply', 'reshare'].map(name => `probabilities.${name}`)),
    ...rows('text', 'reason'),
    ...ANSWERED,
  ],
  governed: [...rows('source'), ...ANSWERED],
  librarian: [...rows('source'), ...ANSWERED],
  workflow: ANSWERED,
};

describe.each(Object.keys(RUNS))('a run document that was changed, %s', model => {
  it('plays another run, is refused, or was changed outside of the hash', async () => {
    const document = await documentOf(model);
    expect(await replayed(document)).not.toBeNull();
    expect(await unnoticed(document)).toEqual({
      madeAgain: [...MADE_AGAIN[model]].sort(),
      environment: [...OUTSIDE[model]].sort(),
    });
  }, 120_000);

  it('is read in its head, answers and measurements alone: a replay makes the rest again', async () => {
    const document = await documentOf(model);
    const bare = Object.fromEntries(READ.flatMap(key => (key in document ? [[key, document[key]]] : [])));
    expect(Object.keys(bare).length).toBeLessThan(Object.keys(document).length);
    expect(await replayed(bare)).not.toBeNull();
  });
});
