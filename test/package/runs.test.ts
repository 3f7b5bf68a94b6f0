import { describe, expect, it } from 'vitest';
import {
  createRun,
  MODEL_NAMES,
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
    const run = await createRun(SETUP);
    await expect(play(run, 1.5)).rejects.toThrow('rounds must be a whole number from 0, not 1.5');
    await expect(restoreRun({} as SerializedRun)).rejects.toThrow('not a saved run');
    const saved = saveRun(await play(run, 2));
    await expect(restoreRun({ ...saved, hash: '0'.repeat(64) })).rejects.toThrow('the saved run was changed');
    const cut = { ...saved, snapshot: { log: saved.snapshot.log } } as unknown as SerializedRun;
    await expect(restoreRun(cut)).rejects.toThrow('the saved run cannot be restored: it was cut off');
    await expect(createRun({ agent: 5 } as RunSetup)).rejects.toThrow(
      'a set-up has no "agent"; it has model',
    );
    await expect(createRun({ ...SETUP, seed: undefined } as unknown as RunSetup)).resolves.toBeDefined();
    await expect(verifyRun({})).rejects.toThrow('the document');
    await expect(verifyRun(3 as unknown as object)).rejects.toThrow('not 3');
    const other = { name: 'other.json', bytes: new TextEncoder().encode('{}') };
    await expect(verifyRun(other)).rejects.toThrow('other.json');
  });
});
