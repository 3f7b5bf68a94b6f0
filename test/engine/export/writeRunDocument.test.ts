import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ENGINE_VERSION } from '../../../src/engine/core/version.ts';
import {
  type SocialDocument,
  socialDocumentSchema,
} from '../../../src/engine/models/social/reports/socialRecord.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { documentText, logRows, open, playTo } from '../play.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Enough happens in it, and it is short enough to be looked at row by row. */
const SETUP: Partial<Setup> = {
  network: 'small-world',
  agents: 60,
  parameters: { warm_up: 20, activity: 15, replying: 6, resharing: 5, history_depth: 7 },
  changes: [{ tick: 9, name: 'liking', value: 3 }],
};
const played = async () => playTo(await open(SETUP), 40);
const run = await played();
const parse = (text: string): SocialDocument => JSON.parse(text);

/** A set-up as the document's configuration tells it. */
function setupOf({ config }: SocialDocument): Partial<Setup> {
  const { model, network, agents, seed, preset, parameters, changes } = config;
  return { model, network: network.name, agents, seed, preset, parameters, changes };
}

describe('the run document', () => {
  it('fits the schema that the code uses', async () => {
    expect(() => socialDocumentSchema.parse(parse(documentText(run)))).not.toThrow();
    expect(() => socialDocumentSchema.parse({ ...parse(documentText(run)), extra: 1 })).toThrow();
  });

  it('fits the JSON Schema that is published', () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
      JSON.parse(read('public/run-document.schema.json')),
    );
    const document = parse(documentText(run));
    expect(validate(document), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    expect(validate({ ...document, hash: 'abc' })).toBe(false);
    expect(validate({ ...document, posts: undefined })).toBe(false);
  });

  it('names the engine’s version, which is the package’s', () => {
    const document = parse(documentText(run));
    expect(document.engine).toBe(ENGINE_VERSION);
    expect(ENGINE_VERSION).toBe(JSON.parse(read('package.json')).version);
  });

  it('has the same bytes when the same run is played again, and when it is written again', async () => {
    const text = documentText(run);
    expect(documentText(run)).toBe(text);
    expect(documentText(await played())).toBe(text);
    expect(text.endsWith('}\n')).toBe(true);
  });

  it.each<[string, Partial<Setup>, string | undefined]>([
    ['a generated network', SETUP, undefined],
    [
      'a sample of a bundled one',
      { network: 'lastfm', agents: 90, seed: 77, preset: 'realistic' },
      undefined,
    ],
    ['a bundled one', { network: 'congress' }, undefined],
    ['an edge list', { network: 'file', parameters: { activity: 20 } }, 'ada ben\nben cleo\ncleo ada\n'],
  ])('repeats the run from its configuration: %s', async (_, setup, edges) => {
    const first = await playTo(await open(setup, edges), 30);
    const document = parse(documentText(first));
    const again = await playTo(
      await open({ ...setupOf(document), ...(edges && { network: 'file' }) }, edges),
      document.config.rounds,
    );
    expect(again.hash).toBe(document.hash);
    expect(documentText(again)).toBe(documentText(first));
  });
});

describe('its agents', () => {
  it('contain the export that the data model gives: states and transitions by name, posts as context', () => {
    const { agents } = parse(documentText(run));
    const evaluating = agents.find(a => a.state_history.at(-1)?.to_state === 'evaluating')!;
    expect(evaluating).toMatchObject({
      agent_id: expect.stringMatching(/^agent_\d{3}$/),
      current_state: 'evaluating',
      ticks_in_state: expect.any(Number),
      archetype: expect.any(String),
    });
    expect(evaluating.state_history.at(-1)).toEqual({
      from_state: 'scrolling',
      to_state: 'evaluating',
      trigger: 'sees_post',
      timestamp: expect.stringMatching(/^2026-01-30T\d\d:\d\d:00Z$/),
      context: { post_id: expect.stringMatching(/^post_\d{3,}$/) },
    });
    const first = agents.flatMap(a => a.state_history).find(t => t.trigger === 'feed_ready')!;
    expect([first.from_state, first.to_state, first.context]).toEqual(['idle', 'scrolling', null]);
  });

  it('end their histories in the state that they are in, and start each entry where the last one ended', () => {
    const { agents } = parse(documentText(run));
    for (const { state_history: history, current_state } of agents) {
      if (history.length > 0) expect(history.at(-1)!.to_state).toBe(current_state);
      for (let i = 1; i < history.length; i++) {
        expect(history[i].from_state).toBe(history[i - 1].to_state);
        expect(history[i].timestamp >= history[i - 1].timestamp).toBe(true);
      }
    }
    expect(Math.max(...agents.map(a => a.state_history.length))).toBe(7);
  });

  it('have the tail of the transitions as their history', () => {
    const { agents, transitions: t, states, config } = parse(documentText(run));
    for (const [index, agent] of agents.entries()) {
      const rows = [...t.agent.keys()].filter(row => t.agent[row] === index).slice(-7);
      expect(agent.state_history).toEqual(
        rows.map(row => ({
          from_state: states[t.from[row]],
          to_state: states[t.to[row]],
          trigger: t.triggers[t.trigger[row]],
          timestamp: simulated(config.start_time, t.tick[row] * config.tick_seconds),
          context: t.post[row] === null ? null : { post_id: postName(t.post[row]) },
        })),
      );
    }
  });
});

describe('its columns', () => {
  it('hold every transition of the log', () => {
    const { transitions: t, states } = parse(documentText(run));
    expect(
      t.tick.map((tick, row) => ({
        tick,
        agent: t.agent[row],
        from: states[t.from[row]],
        to: states[t.to[row]],
        trigger: t.triggers[t.trigger[row]],
        context: (t.post[row] ?? -1) + 1,
      })),
    ).toEqual(logRows(run));
  });

  it('replay to the distribution, one row a tick from before the warm-up on', () => {
    const { transitions: t, states, distribution, agents, config } = parse(documentText(run));
    const state = new Array<number>(agents.length).fill(states.indexOf('idle'));
    let row = 0;
    for (const { tick, counts } of distribution) {
      for (; t.tick[row] === tick; row++) {
        expect(state[t.agent[row]]).toBe(t.from[row]);
        state[t.agent[row]] = t.to[row];
      }
      expect(Object.keys(counts)).toEqual(states);
      expect(counts).toEqual(
        Object.fromEntries(states.map((name, s) => [name, state.filter(x => x === s).length])),
      );
    }
    expect(row).toBe(t.tick.length);
    expect(distribution.map(d => d.tick)).toEqual(
      Array.from({ length: config.warm_up + config.rounds + 1 }, (_, i) => i - config.warm_up),
    );
    expect(agents.map(a => a.current_state)).toEqual(state.map(s => states[s]));
  });

  it('agree with the decisions', () => {
    const { transitions: t, states, decisions } = parse(documentText(run));
    const decided = [...t.tick.keys()].filter(row =>
      ['ignores', 'decides'].includes(t.triggers[t.trigger[row]]),
    );
    expect(decisions.length).toBeGreaterThan(50);
    expect(decisions.map(d => [d.tick, d.agent_id, d.post_id, d.trigger, d.next_state])).toEqual(
      decided.map(row => [
        t.tick[row],
        `agent_${String(t.agent[row] + 1).padStart(3, '0')}`,
        postName(t.post[row]),
        t.triggers[t.trigger[row]],
        states[t.to[row]],
      ]),
    );
  });
});

describe('its configuration', () => {
  it('has every default filled in, and the changes', () => {
    const { config } = parse(documentText(run));
    expect(Object.keys(config)).toEqual([
      'model',
      'network',
      'agents',
      'rounds',
      'seed',
      'preset',
      'oracle',
      'warm_up',
      'start_time',
      'tick_seconds',
      'parameters',
      'changes',
    ]);
    expect(config).toMatchObject({
      model: 'social',
      network: { name: 'small-world', nodes: 60, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      agents: 60,
      rounds: 40,
      warm_up: 20,
      start_time: '2026-01-30T18:00:00Z',
      tick_seconds: 180,
      changes: [{ tick: 9, name: 'liking', value: 3 }],
    });
    const told = run.model.parameters.filter(({ untold }) => !untold);
    expect(Object.keys(config.parameters)).toEqual(told.map(p => p.name));
  });
});

const postName = (post: number | null) =>
  post === null ? null : `post_${String(post + 1).padStart(3, '0')}`;
const simulated = (start: string, seconds: number) =>
  new Date(Date.parse(start) + 1000 * seconds).toISOString().replace('.000', '');
