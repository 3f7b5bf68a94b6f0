import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../../src/engine/export/compareDocuments.ts';
import type { ComparedDocument } from '../../../src/engine/export/compared.ts';
import { runs } from '../../runs.ts';
import { playChart } from '../models/chart/playing.ts';
import { documentText, open, playTo } from '../play.ts';

type Row = Record<string, unknown>;
type Document = ComparedDocument & { readonly posts: readonly Row[] };

const busy = { warm_up: 4, activity: 20, posting: 20, attention: 0.1 };

async function document(part: object, rounds = 12): Promise<Document> {
  const run = await open({ network: 'scale-free', agents: 24, parameters: busy, ...part });
  return JSON.parse(documentText(await playTo(run, rounds)));
}

/** All that an agent saw, chose and did in a tick, found by looking through every row. */
function actIn(
  { decisions, posts, transitions, agents, states }: Document,
  tick: number,
  id: string,
): unknown {
  const asked = decisions.find(row => row.agent_id === id && row.tick === tick);
  const post = posts.find(({ post_id }) => post_id === asked?.post_id);
  const moves = transitions.tick.flatMap((at, row) =>
    at === tick && agents[transitions.agent[row]].agent_id === id
      ? [`${transitions.triggers[transitions.trigger[row]]} ${states[transitions.to[row]]}`]
      : [],
  );
  return JSON.stringify([post && [post.author_id, post.kind, post.tick], asked?.action ?? null, moves]);
}

describe('two documents that are compared', () => {
  it('diverge where a search through all rows finds it', async () => {
    const change = fc.constantFrom(
      { seed: 2 },
      { parameters: { ...busy, liking: 1.4 } },
      { changes: [{ tick: 5, name: 'resharing', value: 0.9 }] },
      { changes: [{ tick: 9, name: 'liking', value: 0.1 }] },
      {},
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(500), change, async (seed, other) => {
        const [a, b] = [await document({ seed }), await document({ seed, ...other })];
        const { partings } = compareDocuments(a, b);
        let first: { tick: number; agent_id: string } | null = null;
        for (let tick = -3; tick <= 12 && first === null; tick++)
          for (const { agent_id } of a.agents)
            if (first === null && actIn(a, tick, agent_id) !== actIn(b, tick, agent_id))
              first = { tick, agent_id };
        expect(partings[0] === undefined).toBe(first === null);
        if (first !== null) expect(partings[0]).toMatchObject(first);
      }),
      runs(20),
    );
  });

  it('are the same as themselves', async () => {
    const one = await document({ seed: 3 });
    expect(compareDocuments(one, one)).toMatchObject({
      isSame: true,
      setup: [],
      partings: [],
      ends: [],
      cascades: [],
    });
  });

  it('show the set-up, the outcomes, and the first difference of each agent', async () => {
    const a = await document({ seed: 3 });
    const b = await document({ seed: 3, changes: [{ tick: 6, name: 'liking', value: 4 }] });
    const { setup, outcomes, partings, isSame } = compareDocuments(a, b);
    expect(isSame).toBe(false);
    expect(setup).toEqual([{ path: 'changes', a: [], b: [{ tick: 6, name: 'liking', value: 4 }] }]);
    expect(outcomes.map(({ name }) => name)).toContain('largest_cascade');
    expect(partings[0]).toMatchObject({ what: 'chooses', b: 'like' });
    expect(partings[0].tick).toBeGreaterThanOrEqual(6);
  });

  it('list what was seen in only one of them, and the cascades that grew differently', async () => {
    const many = { seed: 3, agents: 90, changes: [{ tick: 4, name: 'resharing', value: 3 }] };
    const a = await document(many, 24);
    const b = await document({ ...many, changes: [{ tick: 4, name: 'resharing', value: 0 }] }, 24);
    const { partings, cascades } = compareDocuments(a, b);
    const words = (one: Document) =>
      new Set(one.posts.map(({ kind, author_id, tick }) => `${kind} by ${author_id}, round ${tick}`));
    for (const { what, a: inA, b: inB, isOnly } of partings) {
      expect(isOnly.a).toBe(what === 'sees' && inA !== null && !words(b).has(inA));
      expect(isOnly.b).toBe(what === 'sees' && inB !== null && !words(a).has(inB));
    }
    expect(partings.some(({ isOnly }) => isOnly.a)).toBe(true);
    const sizes = (one: Document) =>
      one.posts
        .filter(({ root_id, post_id }) => root_id === post_id)
        .map(({ author_id, tick, root_id }) => ({
          author_id,
          tick,
          // These runs count reshares.
          size: one.posts.filter(post => post.root_id === root_id && post.kind !== 'reply').length,
        }));
    expect(cascades.length).toBeGreaterThan(0);
    for (const { author_id, tick, a: inA, b: inB } of cascades) {
      const sizeIn = (one: Document) =>
        sizes(one).find(root => root.author_id === author_id && root.tick === tick)?.size ?? 0;
      expect([inA, inB]).toEqual([sizeIn(a), sizeIn(b)]);
    }
    const apart = cascades.map(({ a: inA, b: inB }) => Math.abs(inA - inB));
    expect(apart).toEqual([...apart].sort((x, y) => y - x));
  });

  it('of different length diverge where the shorter one ends', async () => {
    const [a, b] = [await document({ seed: 3 }, 8), await document({ seed: 3 })];
    const { setup, partings } = compareDocuments(a, b);
    expect(setup).toEqual([{ path: 'rounds', a: 8, b: 12 }]);
    expect(partings[0].tick).toBe(9);
    expect(partings.every(one => one.a === null)).toBe(true);
  });

  it('diverge from the first tick on where all agents begin in states of other names, though most never move', async () => {
    const sir = readFileSync(new URL('../../../public/charts/sir.scxml', import.meta.url), 'utf8');
    const rumour = sir
      .replaceAll('susceptible', 'ignorant')
      .replaceAll('infected', 'spreader')
      .replaceAll('recovered', 'stifler');
    const documentOf = async (text: string): Promise<ComparedDocument> =>
      JSON.parse(documentText(await playChart(6, { network: 'small-world', agents: 40 }, text)));
    const [a, b] = [await documentOf(sir), await documentOf(rumour)];
    const { partings, ends, elsewhere } = compareDocuments(a, b);
    expect(b.transitions.agent.length).toBeLessThan(40);
    expect(partings.map(({ agent_id }) => agent_id)).toEqual(a.agents.map(({ agent_id }) => agent_id));
    for (const one of partings)
      expect(one).toMatchObject({ tick: 1, what: 'is', a: 'susceptible', b: 'ignorant' });
    expect([partings, ends].map(({ length }) => length)).toEqual([40, 40]);
    expect(new Set(elsewhere.counts)).toEqual(new Set([40]));
  });

  it('do not diverge at once where one has an additional region', async () => {
    const parameters = { warm_up: 4, activity: 14, posting: 12 };
    const [a, b] = [
      await document({ parameters }),
      await document({ parameters: { ...parameters, moods: true } }),
    ];
    const { partings } = compareDocuments(a, b);
    expect(partings.length).toBeGreaterThan(5);
    expect(partings.map(({ what }) => what)).not.toContain('is');
  });

  it('do not diverge where a state of another place has the same name', async () => {
    const sir = readFileSync(new URL('../../../public/charts/sir.scxml', import.meta.url), 'utf8');
    const documentOf = async (text: string): Promise<ComparedDocument> =>
      JSON.parse(documentText(await playChart(8, { network: 'small-world', agents: 40 }, text)));
    const a = await documentOf(sir);
    const b = await documentOf(
      sir.replace('<state id="infected">', '<state id="exposed"/><state id="infected">'),
    );
    expect([a.states, b.states]).toEqual([
      ['susceptible', 'infected', 'recovered'],
      ['susceptible', 'exposed', 'infected', 'recovered'],
    ]);
    expect(compareDocuments(a, b)).toMatchObject({ partings: [], ends: [] });
  });
});
