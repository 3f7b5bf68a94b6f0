import { describe, expect, it } from 'vitest';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { documentText, playTo, social } from '../engine/play.ts';
import { IS_LONG } from '../runs.ts';
import { draws, milliseconds, Scattered, turns } from './scattered.ts';
import { decisionsAfter, openBusy } from './society.ts';
import { setupOf } from './world.ts';

/** All that does not hang on the clock. */
const decisionsOf = (run: Run) => decisionsAfter(0, JSON.parse(documentText(run)));
/** Nor on who was asked first. */
const bare = (run: Run) => decisionsOf(run).map(({ source: _, ...decision }) => decision);

describe('the order in which answers come', () => {
  it.each<[string, Partial<RemoteSetup>]>([
    ['in letters', { form: 'letter' }],
    ['in JSON', { form: 'json', texts: true }],
    ['to whole kinds', { form: 'letter', archetypes: true }],
    ['to whole kinds in JSON', { form: 'json', archetypes: true }],
  ])('changes no decision and no byte of the log, %s', async (_, part) => {
    const setup = setupOf(['http://127.0.0.1:9'], part);
    const played = await Promise.all(
      [1, 4, 16].map(async most => {
        const server = new Scattered(most, chance => milliseconds(6 * chance));
        const run = await openBusy(setup, { agents: 60 });
        await playTo(run, 15, server.oracle(run, setup, most));
        expect(server.mostUnderWay).toBeLessThanOrEqual(most);
        return { run, server };
      }),
    );
    const [one, ...others] = played.map(({ run }) => ({ hash: run.hash, decisions: decisionsOf(run) }));
    expect(one.decisions.length).toBeGreaterThan(100);
    expect(one.decisions.every(({ source }) => source === 'ollama' || source === 'cache')).toBe(true);
    expect(others).toEqual([one, one]);
    expect(played.map(({ server }) => server.prompts.size > 20)).toEqual([true, true, true]);
    expect(played[2].server.mostUnderWay).toBeGreaterThan(4);
  });
});

/** Steps with an abort at any moment. @returns false when it came in time */
async function cutStep(run: Run, oracle: Parameters<Run['step']>[0], chance: number): Promise<boolean> {
  const controller = new AbortController();
  const step = run.step(oracle, controller.signal);
  if (chance < 0.05) controller.abort();
  else void turns(Math.floor(7 * chance)).then(() => controller.abort());
  return await step;
}

/** A thousand in the long run. */
const STOPS = IS_LONG ? 1000 : 150;

describe('a run that is stopped again and again in mid-round', () => {
  it.each([
    ['one oracle', false],
    ['a new oracle after each stop', true],
  ])(
    'plays the same and asks nothing twice that was answered, with %s',
    async (_, anew) => {
      const setup = setupOf(['http://127.0.0.1:9']);
      const server = new Scattered(7, chance => turns(Math.floor(10 * chance)));
      const run = await openBusy(setup, { agents: 100 });
      await playTo(run, 0);
      const { decisions } = social(run);
      const draw = draws(11);
      let oracle = server.oracle(run, setup, 8);
      let stops = 0;
      let withAnswers = 0;
      while (stops < STOPS) {
        const { tick, hash } = run;
        const rows = decisions.count;
        const { replies } = server;
        if (await cutStep(run, oracle, draw())) continue;
        stops++;
        if (server.replies > replies) withAnswers++;
        expect([run.tick, run.hash, decisions.count]).toEqual([tick, hash, rows]);
        if (anew) oracle = server.oracle(run, setup, 8);
      }
      expect(withAnswers).toBeGreaterThan(STOPS / 5);
      await playTo(run, run.tick + 1, oracle);

      const still = new Scattered(8, chance => turns(Math.floor(10 * chance)));
      const whole = await openBusy(setup, { agents: 100 });
      await playTo(whole, run.tick, still.oracle(whole, setup, 8));
      expect(run.hash).toBe(whole.hash);
      expect(bare(run)).toEqual(bare(whole));
      const asked = bare(run).map(({ agent_id, tick }) => `${agent_id} in ${tick}`);
      expect(new Set(asked).size).toBe(asked.length);
      expect([...server.prompts.keys()].sort()).toEqual([...still.prompts.keys()].sort());
      const tallies = [...server.prompts.values()];
      expect(tallies.filter(({ received, cut }) => received !== cut + 1)).toEqual([]);
    },
    60_000,
  );
});
