import { describe, expect, it, vi } from 'vitest';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import { MODELS } from '../../../src/engine/models/index.ts';
import { createRun, loadSetup, openRun } from '../../../src/engine/models/openRun.ts';
import { playRunTicks } from '../../../src/engine/run/playRunTicks.ts';
import { bundled } from './workflow/playing.ts';

const ROUNDS = 8;

describe.each(await Promise.all(MODELS.map(({ spec }) => spec())))('the basis of a run of $name', model => {
  const setup = { ...createDefaultSetup(model), agents: model.usesNetwork ? 50 : 6 };
  const sources = { bundled, files: {} };

  it('is shared by runs that are played by turns, each of which is as if played alone', async () => {
    const loaded = await loadSetup(setup, sources);
    const runs = [createRun(loaded), createRun(loaded)];
    for (let tick = -100; tick <= ROUNDS; tick++)
      for (const run of runs) await playRunTicks(run, { oracle: run.policy, until: tick });
    const { run: alone } = await openRun(setup, sources);
    await playRunTicks(alone, { oracle: alone.policy, until: ROUNDS });
    expect(runs.map(({ hash, tick }) => [hash, tick])).toEqual(runs.map(() => [alone.hash, alone.tick]));
  });

  it('is loaded once for set-ups that differ only in what it does not depend on', async () => {
    const before = await loadSetup(setup, sources);
    const asked = vi.fn(bundled);
    const again = await loadSetup({ ...setup, seed: 99 }, { bundled: asked, files: {} }, before);
    if (!model.usesNetwork) expect(asked).not.toHaveBeenCalled();
    expect(again.setup.seed).toBe(99);
    const { run } = await openRun({ ...setup, seed: 99 }, sources);
    expect(createRun(again).config).toEqual(run.config);
  });

  it('is loaded again for another number of agents', async () => {
    const before = await loadSetup(setup, sources);
    const again = await loadSetup({ ...setup, agents: 7 }, sources, before);
    expect(createRun(again).config.agents).toBe(7);
  });
});
