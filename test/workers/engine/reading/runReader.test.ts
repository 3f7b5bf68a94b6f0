import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { createRun, loadSetup } from '../../../../src/engine/models/openRun.ts';
import { social } from '../../../../src/engine/models/social/socialModel.ts';
import { RunReader } from '../../../../src/workers/engine/reading/runReader.ts';

const SETUP = {
  ...createDefaultSetup(social),
  network: 'scale-free',
  agents: 20,
  parameters: { warm_up: 2 },
};
const NOTHING = { bundled: async () => Promise.reject(new Error('nothing is bundled')), files: {} };

describe('the explanation of an agent in the last round', () => {
  it('is about that round, also when the run is played on meanwhile', async () => {
    const loaded = await loadSetup(SETUP, NOTHING);
    const run = createRun(loaded);
    const step = () => run.step(run.policy, new AbortController().signal);
    while (run.tick < 5) await step();
    const reader = new RunReader(run, loaded);
    const loadReports = run.state.loadReports.bind(run.state);
    let asked = 0;
    run.state.loadReports = async () => {
      if (++asked === 2) await step();
      return loadReports();
    };
    const moment = await reader.whyMoment(0, 5);
    expect([moment.tick, run.tick]).toEqual([5, 6]);
    expect(moment).toEqual(await reader.whyMoment(0, 5));
  });
});
