import { describe, expect, it } from 'vitest';
import { computeJsonDigest } from '../../src/engine/core/hashing/computeJsonDigest.ts';
import {
  createRun,
  describeModel,
  MODEL_NAMES,
  type Oracle,
  play,
  type RunSetup,
  restoreRun,
  type SerializedRun,
  saveRun,
  verifyRun,
  writeRun,
} from '../../src/package/runs.ts';

const SOURCES = { root: new URL('../../public/', import.meta.url) };
const SETUP: RunSetup = { network: 'small-world', agents: 60 };

describe('a run of another program', () => {
  it.each(MODEL_NAMES.filter(name => name !== 'recorded'))(
    'of model %s goes on from what was saved as JSON, with the same hash and a document that is verified',
    async model => {
      const setup: RunSetup = model === 'social' ? SETUP : { model };
      const run = await play(await createRun(setup, SOURCES), 4);
      const live = run.model.parameters.find(parameter => parameter.live)?.name;
      if (live !== undefined) run.change(live, run.config.parameters[live]);
      const saved = JSON.parse(JSON.stringify(saveRun(run))) as SerializedRun;
      const restored = await restoreRun(saved, SOURCES);
      expect(restored.hash).toBe(run.hash);
      await play(run, 7);
      await play(restored, 7);
      expect(restored.hash).toBe(run.hash);
      const text = await writeRun(restored);
      const bytes = new TextEncoder().encode(text);
      for (const document of [text, bytes, { name: 'run.json', bytes }, JSON.parse(text) as object])
        expect(await verifyRun(document, SOURCES)).toMatchObject({ verdict: 'verified', hash: run.hash });
    },
    60_000,
  );

  it('ends after a round when it is no longer wanted', async () => {
    const run = await createRun(SETUP);
    const controller = new AbortController();
    await play(run, 50, { signal: controller.signal, after: ({ tick }) => tick === 3 && controller.abort() });
    expect(run.tick).toBe(3);
  });

  it('says what is wrong in one line', async () => {
    await expect(createRun({ model: 'socail' })).rejects.toThrow(
      'model "socail" is unknown; available: social',
    );
    await expect(createRun({ ...SETUP, agents: 1.5 })).rejects.toThrow('1.5');
    await expect(createRun({ network: 'congress' }, { root: new URL('file:///nowhere/') })).rejects.toThrow(
      'networks/congress.bin could not be loaded from file:///nowhere/',
    );
    const any = (value: unknown) => value as never;
    await expect(createRun(any('congress'))).rejects.toThrow(
      'takes its options as an object, not "congress"',
    );
    await expect(createRun(any({ oracle: 'policy' }))).rejects.toThrow('oracle of a set-up is "policy"');
    await expect(createRun(any({ changes: {} }))).rejects.toThrow(
      'changes of a set-up is an object, needs a list',
    );
    await expect(createRun(any({ parameters: null }))).rejects.toThrow('parameters of a set-up is null');
    await expect(createRun({}, any({ root: '/tmp' }))).rejects.toThrow(
      'root of sources is "/tmp", needs a URL',
    );
    await expect(createRun({}, any({ file: {} }))).rejects.toThrow(
      'sources has no option "file"; did you mean',
    );
    await expect(createRun({}, any({ files: { network: 'a.csv' } }))).rejects.toThrow(
      'files for network is "a.csv"',
    );
    await expect(createRun({ network: 'file' })).rejects.toThrow('give its file as { files: { network');
    await expect(play(any(createRun(SETUP)), 3)).rejects.toThrow('not a promise (await it)');
    await expect(play(any(3), 3)).rejects.toThrow('play takes a run, as await createRun() gives it, not 3');
    await expect(writeRun(any(undefined))).rejects.toThrow('writeRun takes a run');
    const run = await createRun(SETUP);
    await expect(play(run, 2, any({ oracle: 'x' }))).rejects.toThrow('oracle of play is "x"');
    await expect(play(run, 2, any({ after: 1 }))).rejects.toThrow('after of play is 1, needs a function');
    await expect(play(run, 2, any({ singal: 1 }))).rejects.toThrow('did you mean "signal"?');
    const both = [play(run, 1), play(run, 1)];
    await expect(both[1]).rejects.toThrow('the run is being played: await the first play()');
    await both[0];
    await expect(play(run, 1.5)).rejects.toThrow('rounds must be a whole number from 0, not 1.5');
    await expect(restoreRun(any('{}'))).rejects.toThrow('is a text: restoreRun(JSON.parse(text))');
    await expect(restoreRun(any(Promise.resolve()))).rejects.toThrow('is a promise (await it)');
    await expect(verifyRun(Promise.resolve())).rejects.toThrow('not a promise (await it)');
    await expect(createRun({}, any({ files: { network: [{ bytes: 'a,b' }] } }))).rejects.toThrow(
      'files for network is a list with an object, needs a list of { name',
    );
    await expect(restoreRun({} as SerializedRun)).rejects.toThrow('not a saved run');
    const saved = saveRun(await play(run, 2));
    await expect(restoreRun({ ...saved, hash: '0'.repeat(64) })).rejects.toThrow('the saved run was changed');
    const cut = { ...saved, snapshot: { log: saved.snapshot.log } } as unknown as SerializedRun;
    await expect(restoreRun(cut)).rejects.toThrow('was changed or cut off: its SHA-256 is another one');
    const { sha256: _, ...rest } = cut;
    const resealed = { ...rest, sha256: computeJsonDigest(rest) } as SerializedRun;
    await expect(restoreRun(resealed)).rejects.toThrow('the saved run cannot be restored: it was cut off');
    await expect(createRun({ agent: 5 } as RunSetup)).rejects.toThrow(
      'a set-up has no option "agent"; did you mean "agents"?',
    );
    await expect(createRun({ ...SETUP, seed: undefined } as unknown as RunSetup)).resolves.toBeDefined();
    await expect(verifyRun({})).rejects.toThrow('the document');
    await expect(verifyRun(3 as unknown as object)).rejects.toThrow('not 3');
    const other = { name: 'other.json', bytes: new TextEncoder().encode('{}') };
    await expect(verifyRun(other)).rejects.toThrow('other.json');
  });
});

it('names an oracle of the program in the document, which is verified', async () => {
  const run = await createRun(SETUP, SOURCES);
  const last: Oracle = {
    name: 'last option',
    ask: async questions =>
      questions.map(question =>
        question.kind === 'choice'
          ? { kind: 'chosen', option: question.options.length - 1, source: 'custom' }
          : { kind: 'late' },
      ),
  };
  const own = await play(await createRun(SETUP, SOURCES), 5);
  await play(run, 5, { oracle: last });
  expect(run.hash).not.toBe(own.hash);
  const text = await writeRun(run);
  const { config, decisions } = JSON.parse(text) as {
    readonly config: { readonly oracle: object };
    readonly decisions: readonly { readonly tick: number; readonly source: string }[];
  };
  expect(config.oracle).toEqual({ kind: 'custom', name: 'last option' });
  // The policy decides the warm-up.
  const played = decisions.filter(decision => decision.tick > 0);
  expect(new Set(played.map(({ source }) => source))).toEqual(new Set(['custom']));
  expect(await verifyRun(text, SOURCES)).toMatchObject({ verdict: 'verified', hash: run.hash });
  const answering = (answer: unknown) => ({ name: 'odd', ask: async () => answer }) as unknown as Oracle;
  const fresh = async () => await createRun(SETUP, SOURCES);
  await expect(play(await fresh(), 5, { oracle: answering('no') })).rejects.toThrow(
    'oracle "odd" gave "no", needs a list',
  );
  for (const [answer, fault] of [
    [{ kind: 'chosen', option: 99, source: 'custom' }, 'has the option 99, needs a whole number from 0 to '],
    [{ kind: 'choose', source: 'custom' }, 'is of the kind "choose", needs chosen, weighed, late, unusable'],
    [{ kind: 'text', text: 'x', source: 'custom' }, 'is of the kind "text"'],
    [
      { kind: 'weighed', probabilities: [1], source: 'custom' },
      'has the probabilities a list, needs one for each',
    ],
    [
      { kind: 'weighed', probabilities: [25, 25, 25, 25], source: 'custom' },
      'has probabilities whose sum is 100, needs 1',
    ],
    [
      { kind: 'weighed', probabilities: [1, Number.NaN, 0, 0], source: 'custom' },
      'has the probability NaN, needs numbers from 0',
    ],
    [null, 'is null, needs an object such as { kind:'],
    [Promise.resolve(1), 'is a promise (await it), needs an object'],
    [{ source: 'custom' }, 'is of the kind missing'],
  ] as const)
    await expect(play(await fresh(), 5, { oracle: answering([answer]) })).rejects.toThrow(fault);
  await expect(play(await fresh(), 5, { oracle: answering([]) })).rejects.toThrow(
    /answered 0 of \d+ questions/,
  );
  await expect(
    play(await fresh(), 5, { oracle: answering([{ kind: 'chosen', option: 0, source: 'me' }]) }),
  ).rejects.toThrow('answer 1 of oracle "odd" has the source "me", needs \'custom\'');
});

it('describes what a set-up of each model may name', async () => {
  for (const name of MODEL_NAMES) {
    const { parameters, presets } = await describeModel(name);
    for (const { name: own, kind, range, choices, defaults } of parameters) {
      expect(range !== null).toBe(kind === 'number' || kind === 'integer');
      expect(choices !== null).toBe(kind === 'choice');
      // The chart of that preset declares it.
      const having = own === 'coverage' ? ['vaccination'] : [...presets].sort();
      expect(Object.keys(defaults).sort()).toEqual(having);
    }
  }
  await expect(describeModel(undefined as unknown as string)).rejects.toThrow(
    'describeModel takes a text first',
  );
  await expect(describeModel('socail')).rejects.toThrow('model "socail" is unknown');
});

it('plays to a round and not back, and says what it takes where it is given a file’s name', async () => {
  const run = await play(await createRun({ model: 'chart', agents: 30 }, SOURCES), 5);
  await expect(play(run, 3)).rejects.toThrow(
    'the run is at round 5, and play goes to a round, not back: play(run, 8) plays 3 more',
  );
  await play(run, 5);
  expect(run.rounds).toBe(5);
  await expect(verifyRun('run.json')).rejects.toThrow(
    'verifyRun takes the text of a run document, not its file\'s name "run.json"',
  );
});
