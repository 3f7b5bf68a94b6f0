import { describe, expect, it } from 'vitest';
import type { Answer, Oracle, Question } from '../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { readRecording } from '../../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../../src/oracles/recording/replay.ts';
import { documentText, open, playTo, Scripted } from '../../engine/play.ts';

const SETUP: Partial<Setup> = {
  network: 'small-world',
  agents: 40,
  seed: 9,
  preset: 'realistic',
  parameters: { warm_up: 30, activity: 20, posting: 20, attention: 0 },
  changes: [{ tick: 8, name: 'liking', value: 3 }],
};

/** Every kind of answer that a model can give, and every failure. */
function mixed(q: Question): Answer {
  const evidence = { model: 'm', promptVersion: 2, form: 'letter', raw: 'A' } as const;
  const options = q.kind === 'choice' ? q.options.length : 0;
  switch ((q.agent + q.tick) % 6) {
    case 0:
      return { kind: 'late' };
    case 1:
      return { kind: 'unusable', reason: 'no JSON', evidence };
    case 2:
      return { kind: 'chosen', option: 2, source: 'openai', text: `as ${q.agent} says`, evidence };
    case 3:
      return { kind: 'chosen', option: 1, source: 'budget' };
    default:
      return {
        kind: 'weighed',
        probabilities: [0.4, 0.3, 0.3, 0].slice(0, options),
        source: 'openai',
        evidence,
      };
  }
}

const bytesOf = (run: Run, change: (document: Record<string, never>) => void = () => {}) => {
  const document = JSON.parse(documentText(run));
  change(document);
  return new TextEncoder().encode(JSON.stringify(document));
};
const recorded = async () => playTo(await open(SETUP), 20, new Scripted(mixed));
const read = (bytes: Uint8Array) => readRecording('run.json', bytes);

async function replayed(bytes: Uint8Array, rounds?: number, part: Partial<Setup> = {}) {
  const recording = await read(bytes);
  const run = await open({ ...recording.setup, ...part });
  await playTo(run, rounds ?? recording.rounds, new ReplayOracle(recording));
  return run;
}

describe('a replay', () => {
  it('includes its set-up and repeats a run with every kind of answer to the same hash', async () => {
    const run = await recorded();
    const again = await replayed(bytesOf(run));
    expect(again.hash).toBe(run.hash);
    const { oracle } = JSON.parse(documentText(again)).config;
    expect(oracle).toEqual({ kind: 'replay', of: run.hash, recorded: { kind: 'policy' } });
  });

  it('passes on what the model wrote, so that it can be replayed again', async () => {
    const run = await recorded();
    const again = await replayed(bytesOf(run));
    const [first, second] = [run, again].map(r => JSON.parse(documentText(r)));
    const bare = (d: { source: string; probabilities: unknown }) => ({
      ...d,
      source: '',
      probabilities: null,
    });
    const own = (d: { source: string; tick: number }) => d.tick > 0 && d.source !== 'budget';
    expect(second.decisions.filter(own).length).toBeGreaterThan(50);
    expect(second.decisions.map(bare)).toEqual(first.decisions.map(bare));
    expect(second.posts).toEqual(first.posts);
    expect(new Set(second.decisions.map((d: { source: string }) => d.source))).toEqual(
      new Set(['policy', 'replay', 'fallback', 'late']),
    );
    expect((await replayed(bytesOf(again))).hash).toBe(run.hash);
  });

  it('of a run by the policy needs no policy', async () => {
    const run = await playTo(await open(SETUP), 20);
    expect((await replayed(bytesOf(run))).hash).toBe(run.hash);
  });

  it('of a run with moods has its hash, its moods among the decisions and its document again', async () => {
    const moods = { ...SETUP, parameters: { ...SETUP.parameters, moods: true } };
    const run = await playTo(await open(moods), 40, new Scripted(mixed));
    const again = await replayed(bytesOf(run));
    expect(again.hash).toBe(run.hash);
    const [first, second] = [run, again].map(r => JSON.parse(documentText(r)));
    const moodsOf = ({ decisions }: { decisions: { mood: string }[] }) => decisions.map(d => d.mood);
    expect(moodsOf(second)).toEqual(moodsOf(first));
    expect(new Set(moodsOf(first))).toEqual(new Set(['calm', 'engaged', 'fed_up']));
    expect(second.transitions).toEqual(first.transitions);
    expect((await playTo(await open(SETUP), 40, new Scripted(mixed))).hash).not.toBe(run.hash);
  });

  it('can be stopped on the way', async () => {
    const half = await playTo(await open(SETUP), 10, new Scripted(mixed));
    expect((await replayed(bytesOf(await recorded()), 10)).hash).toBe(half.hash);
  });

  it.each<[string, (document: Record<string, never>) => void, number, string]>([
    ['is over', () => {}, 21, 'the recording ends after round 20'],
    [
      'lacks an answer',
      ({ decisions }: Record<string, { tick: number }[]>) =>
        decisions.splice(
          decisions.findIndex(d => d.tick === 5),
          1,
        ),
      20,
      'round 5: the recording has no answer for agent_',
    ],
    [
      'has an answer that is not legal',
      ({ decisions }: Record<string, { tick: number; action: string; source: string }[]>) => {
        for (const d of decisions.filter(d => d.tick === 5))
          Object.assign(d, { action: 'dance', source: 'openai' });
      },
      20,
      'dance, which is not legal now',
    ],
  ])(
    'that %s is reported; nothing is guessed, and the run stays whole',
    async (_, change, rounds, message) => {
      const recording = await read(bytesOf(await recorded(), change));
      const run = await open(recording.setup);
      const oracle: Oracle = new ReplayOracle(recording);
      await expect(playTo(run, rounds, oracle)).rejects.toThrow(message);
      expect(run.tick).toBe(rounds === 21 ? 20 : 4);
      expect(() => documentText(run)).not.toThrow();
    },
  );

  it('of another seed is detected at the first question that differs', async () => {
    await expect(replayed(bytesOf(await recorded()), 20, { seed: 10 })).rejects.toThrow(
      'it belongs to another run',
    );
  });
});

describe('a recording', () => {
  it.each<[string, (document: Record<string, unknown>) => void, string]>([
    [
      'another format',
      d => Object.assign(d, { format: 'gexf' }),
      'run.json is not a run document: it is JSON, an object with format, version',
    ],
    ['no configuration', d => Object.assign(d, { config: null }), 'is not a valid value of config'],
    [
      'a bad seed',
      d => Object.assign(d.config as object, { seed: -1 }),
      'is not a valid value of config.seed',
    ],
    [
      'a bad row',
      d => Object.assign((d.decisions as object[])[3], { tick: 'x' }),
      'is not a valid value of decisions.3.tick',
    ],
    [
      'an unknown source',
      d => Object.assign((d.decisions as object[])[3], { source: 'x' }),
      'is not a valid value of decisions.3.source',
    ],
    [
      'one question answered twice',
      d =>
        (d.decisions as { tick: number }[]).push(
          (d.decisions as { tick: number }[]).find(r => r.tick === 1)!,
        ),
      'two answers for agent_',
    ],
    [
      'an unknown model',
      d => Object.assign(d.config as object, { model: 'ants' }),
      'model "ants" is unknown',
    ],
  ])('with %s is refused by its place', async (_, change, message) => {
    const bytes = bytesOf(await recorded(), change as never);
    await expect(read(bytes)).rejects.toThrow(message);
  });

  it.each([
    ['not JSON', 'agent,tick\n', 'run.json is not JSON'],
    ['not an object', '3', 'run.json is not a run document'],
    ['deep nesting', '['.repeat(100_000), 'run.json is not JSON'],
  ])('that is %s is refused in one line', async (_, text, message) => {
    await expect(read(new TextEncoder().encode(text))).rejects.toThrow(message);
  });

  it.each([
    ['package.json', '{"name": "a", "version": "1.0.0", "scripts": {}}', 'the package.json of a program'],
    ['gpt.json', '[{"messages": [{"role": "user", "content": "Hi"}]}]', 'conversations of a language model'],
    ['town.json', '{"type": "FeatureCollection", "features": []}', 'a map (GeoJSON)'],
    ['photo.json', '\x89PNG\r\n', 'a PNG image'],
  ])('that is another kind of file is described: %s', async (name, text, words) => {
    const bytes = Uint8Array.from(text, letter => letter.charCodeAt(0));
    await expect(readRecording(name, bytes)).rejects.toThrow(
      `${name} looks like ${words}. What is read here: a run document, which Export`,
    );
  });

  it('that has nothing of a run document is described by its contents', async () => {
    const bytes = new TextEncoder().encode('{"goal": "a", "title": "b"}');
    await expect(readRecording('x.json', bytes)).rejects.toThrow(
      'x.json is not a run document: it is JSON, an object with goal, title. What is read here',
    );
  });

  it('of another engine is read, with a note', async () => {
    const { notes } = await read(bytesOf(await recorded(), d => Object.assign(d, { engine: '0.0.9' })));
    expect(notes[0]).toContain('recorded by engine 0.0.9');
  });

  it('of a user’s edge list requires it', async () => {
    const edges = 'a b 1\nb c 2\nc a 1\n';
    const run = await playTo(await open({ network: 'file', parameters: { activity: 20 } }, edges), 5);
    const { setup, network } = await read(bytesOf(run));
    expect(setup.network).toBe('file');
    expect(network?.sha256).toBe(run.config.networkInfo?.sha256);
    const again = await open(setup, edges);
    expect(again.config.networkInfo?.sha256).toBe(network?.sha256);
  });
});
