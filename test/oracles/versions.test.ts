import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Files } from '../../src/engine/files/namedFile.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { buildRunFrame } from '../../src/engine/run/runFrame.ts';
import { createSystemEnvironment } from '../../src/oracles/client/environment.ts';
import { createOracleForRun } from '../../src/oracles/model/createOracleForRun.ts';
import { readRecording } from '../../src/oracles/recording/recording.ts';
import { CROWDED, filesOf } from '../engine/models/librarian/own.ts';
import { documentText, playTo } from '../engine/play.ts';

const root = new URL('../../public/', import.meta.url);
const bytesOf = (name: string, version = 1): Uint8Array =>
  readFileSync(new URL(`../fixtures/documents-v${version}/${name}.json`, import.meta.url));
const read = (bytes: Uint8Array) => readRecording('run.json', bytes);

const bundled = async (path: string): Promise<Uint8Array> => readFileSync(new URL(path, root));

async function replayed(bytes: Uint8Array, given: Files = {}): Promise<Run> {
  const recording = await read(bytes);
  const { setup, files } = recording;
  const { run } = await openRun(setup, { bundled, files: { ...files, ...given } });
  const oracle = createOracleForRun(run, setup, {
    key: () => null,
    recording,
    environment: createSystemEnvironment(),
  });
  const { signal } = new AbortController();
  while (run.tick < recording.rounds) await run.step(oracle, signal);
  return run;
}

interface Document {
  readonly decisions: readonly Decision[];
  readonly agents: readonly object[];
  readonly transitions: unknown;
  readonly posts?: unknown;
}
const documentOf = (text: string) => JSON.parse(text) as Document;
interface Decision {
  readonly source: string;
  readonly probabilities?: unknown;
  readonly duration_ms?: unknown;
}

/** How the chart words the end of a mission, then and now; the longer words take longer to write. */
const REASON = [', limit ', ', advised at '] as const;
/** What is wanted of a replay: all but who answered, and how long the chart's own words and its prompts are. */
const answered = ({ decisions }: Document) =>
  decisions.map(({ duration_ms, ...decision }) => ({
    ...decision,
    duration_ms: decision.source === 'chart' ? null : duration_ms,
    source: '',
    probabilities: null,
    // A prompt has grown since.
    tokens_in: null,
  }));
const untimed = (agent: object) => {
  const { state_history } = agent as { readonly state_history: readonly object[] };
  const history = state_history.map(entry => ({ ...entry, timestamp: undefined }));
  return { ...agent, simulated_ms: undefined, tokens: undefined, state_history: history };
};

describe.each(['social', 'governed', 'librarian', 'workflow'])('a document of version 1, %s', name => {
  it('is played again by its answers', async () => {
    const before = documentOf(new TextDecoder().decode(bytesOf(name)).replaceAll(...REASON));
    const after = documentOf(documentText(await replayed(bytesOf(name))));
    expect(answered(after)).toEqual(answered(before));
    expect(after.agents.map(untimed)).toMatchObject(before.agents.map(untimed));
    expect(after.transitions).toEqual(before.transitions);
  });

  it('becomes one of version 3 with the hash of its run', async () => {
    const run = await replayed(bytesOf(name));
    const bytes = new TextEncoder().encode(documentText(run));
    const recording = await read(bytes);
    expect(recording.hashRule).toBe('today');
    expect((await replayed(bytes)).hash).toBe(recording.hash);
  });
});

describe('the hash of a document of version 1', () => {
  it('is that of version 2 where agents choose', async () => {
    const { hash, hashRule } = await read(bytesOf('social'));
    expect(hashRule).toBe('zeros');
    const run = await replayed(bytesOf('social'));
    expect(run.machine.log.chain.hashFromZeros).toBe(hash);
    expect(run.hash).not.toBe(hash);
  });

  it.each(['governed', 'librarian', 'workflow'])('is another where they answer in texts: %s', async name => {
    const { hash, hashRule, notes } = await read(bytesOf(name));
    expect(hashRule).toBe('lost');
    expect(notes).toEqual([
      'run.json has version 1: its answers are replayed, but its hash follows an older rule and cannot be compared',
    ]);
    expect((await replayed(bytesOf(name))).hash).not.toBe(hash);
  });
});

describe.each(['social', 'governed', 'librarian', 'workflow', 'chart'])(
  'a document of version 2, %s',
  name => {
    const files = name === 'librarian' ? filesOf(CROWDED) : {};

    it('is played again to its hash by the rule of that version, and to another one of today', async () => {
      const { hash, hashRule, rounds } = await read(bytesOf(name, 2));
      expect(hashRule).toBe('zeros');
      const run = await replayed(bytesOf(name, 2), files);
      expect([run.rounds, run.machine.log.chain.hashFromZeros]).toEqual([rounds, hash]);
      expect(buildRunFrame(run, 1, 0)).toMatchObject({ hash: run.hash, hashFromZeros: hash });
      expect(run.hash).not.toBe(hash);
    });

    it('has the same log as it had then', async () => {
      const before = documentOf(new TextDecoder().decode(bytesOf(name, 2)));
      const after = documentOf(documentText(await replayed(bytesOf(name, 2), files)));
      expect(after.transitions).toEqual(before.transitions);
    });
  },
);

describe('a document of a society whose roots were drawn by their numbers', () => {
  const bytes = bytesOf('social', 3);

  it('is played again to its hash, with an inserted post', async () => {
    const { hash, hashRule, setup } = await read(bytes);
    expect([hashRule, setup.parameters.roots_by_number]).toEqual(['today', true]);
    expect(setup.changes.some(change => change.kind === 'intervention')).toBe(true);
    const run = await replayed(bytes);
    expect(run.hash).toBe(hash);
    const [before, after] = [new TextDecoder().decode(bytes), documentText(run)].map(documentOf);
    expect(after.posts).toEqual(before.posts);
  });
});

describe('a document of a chart in which the first rates won', () => {
  const bytes = bytesOf('chart', 3);

  it('is played again to its hash', async () => {
    const { hash, setup } = await read(bytes);
    expect(setup.parameters.first_rate_wins).toBe(true);
    const run = await replayed(bytes);
    expect(run.hash).toBe(hash);
    const today = { ...setup, parameters: { ...setup.parameters, first_rate_wins: false } };
    const { run: other } = await openRun(today, { bundled, files: {} });
    expect(other.hash).not.toBe((await openRun(setup, { bundled, files: {} })).run.hash);
  });
});

describe('a document of a chart whose delays were counted in ticks', () => {
  const bytes = bytesOf('chart-delays', 3);

  it('is played again to its hash', async () => {
    const { hash, setup } = await read(bytes);
    expect(setup.parameters).toMatchObject({ delays_in_ticks: true, tick_seconds: 180 });
    expect((await replayed(bytes)).hash).toBe(hash);
  });
});

describe('a document of a chart whose own events came by chance as well', () => {
  const bytes = bytesOf('chart-own-events', 3);

  it('is played again to its hash, and to another one by the rule of today', async () => {
    const { hash, setup } = await read(bytes);
    expect(setup.parameters).toMatchObject({ own_events_by_chance: true, stimulus: 0.2 });
    const run = await replayed(bytes);
    expect(run.hash).toBe(hash);
    expect(run.config.parameters.own_events_by_chance).toBe(true);
    const parameters = { ...setup.parameters, own_events_by_chance: false };
    const { files } = await read(bytes);
    const { run: today } = await openRun({ ...setup, parameters }, { bundled, files });
    await playTo(today, run.tick);
    expect(today.hash).not.toBe(hash);
    // Then chance cut delays short; today nobody moves before they are over.
    const ticks = (of: Run) =>
      (JSON.parse(documentText(of)) as { transitions: { tick: number[] } }).transitions.tick;
    expect([ticks(run), ticks(today)]).toEqual([
      [1, 2, 2, 5],
      [5, 5, 5, 5],
    ]);
  });
});

describe('a document of a chart of XState that was played by the rules of SCXML', () => {
  it('is refused in a line, since those rules no longer exist', async () => {
    await expect(replayed(bytesOf('chart-xstate', 3))).rejects.toThrow(
      'before version 0.7 XState’s configurations were played by the rules of SCXML, so this run cannot be played again',
    );
  });
});

describe('a document of version 2 that lacks a parameter of today', () => {
  it('is played with what the parameter replaced, to the same hash', async () => {
    const bytes = bytesOf('workflow', 2);
    const { config } = JSON.parse(new TextDecoder().decode(bytes));
    for (const name of ['return_fee', 'offers']) expect(config.parameters).not.toHaveProperty(name);
    const run = await replayed(bytes);
    expect(run.config.parameters).toMatchObject({ return_fee: 0, offers: 0 });
    expect(run.machine.log.chain.hashFromZeros).toBe((await read(bytes)).hash);
  });

  it('has the same decisions and agents as it had then', async () => {
    const before = documentOf(new TextDecoder().decode(bytesOf('workflow', 2)));
    const after = documentOf(documentText(await replayed(bytesOf('workflow', 2))));
    expect(answered(after)).toEqual(answered(before));
    expect(after.agents).toMatchObject(before.agents);
  });
});

describe('a document of librarians of version 2 that lacks parameters of today', () => {
  const bytes = bytesOf('librarian', 2);
  const files = filesOf(CROWDED);

  it('is played without delays, in two strategies, and graded word for word, to the same hash', async () => {
    const { config } = JSON.parse(new TextDecoder().decode(bytes));
    const then = { sliding: 0, delay: 0, usual_wordings: false, edition: 1 };
    for (const name of Object.keys(then)) expect(config.parameters).not.toHaveProperty(name);
    const run = await replayed(bytes, files);
    expect(run.config.parameters).toMatchObject(then);
    expect(run.machine.log.chain.hashFromZeros).toBe((await read(bytes)).hash);
  });

  it('has the same decisions and agents as it had then', async () => {
    const before = documentOf(new TextDecoder().decode(bytes));
    const after = documentOf(documentText(await replayed(bytes, files)));
    expect(answered(after)).toEqual(answered(before));
    expect(after.agents).toMatchObject(before.agents);
  });
});

it('a document of earlier bundled texts is played on them', async () => {
  const recording = await read(bytesOf('librarian'));
  expect(recording.made.source?.sha256).toMatch(/^e27b272f/);
  const run = await replayed(bytesOf('librarian'));
  expect(run.config.inputInfo.source.sha256).toBe(recording.made.source?.sha256);
  const { run: today } = await openRun(
    { ...recording.setup, parameters: {} },
    { bundled, files: recording.files },
  );
  expect(today.config.inputInfo.source.sha256).not.toBe(recording.made.source?.sha256);
});

it('a document of a later version is refused in a line with the versions that are read', async () => {
  const later = JSON.stringify({ ...JSON.parse(new TextDecoder().decode(bytesOf('social'))), version: 4 });
  await expect(read(new TextEncoder().encode(later))).rejects.toThrow(
    /^run\.json is a run document of version 4; Statescope 0\.\d+\.\d+ reads versions 1 to 3$/,
  );
});
