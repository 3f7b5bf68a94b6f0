import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getSpecByName } from '../../../src/cli/options/specs.ts';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import { nameOutcomeValues } from '../../../src/engine/model/outcomeDefinition.ts';
import { openRun } from '../../../src/engine/models/openRun.ts';
import { sampleInducedNetwork } from '../../../src/engine/network/generated/sample.ts';
import { findGroupingColumns, groupNodesByColumn } from '../../../src/engine/network/groupNodesByColumn.ts';
import type { NodeColumn } from '../../../src/engine/network/network.ts';
import { readNetwork } from '../../../src/engine/network/reading/readNetwork.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { documentText, playTo } from '../play.ts';

const PUBLIC = new URL('../../../public/', import.meta.url);

/** Two rings of ten with one bridge; the last node is of no club. */
const RINGS = `graph [ directed 0 ${Array.from(
  { length: 20 },
  (_, node) =>
    `node [ id ${node} label "n${node}" born ${1900 + node} ${node === 19 ? '' : `club "${node < 10 ? 'A & B' : 'a-b'}"`} ]`,
).join(' ')} ${Array.from({ length: 20 }, (_, node) => {
  const next = node % 10 === 9 ? node - 9 : node + 1;
  return `edge [ source ${node} target ${next} ]`;
}).join(' ')} edge [ source 0 target 10 ] ]`;

async function played(model: string, ticks: number, part: Partial<Setup> = {}, text = RINGS) {
  const setup: Setup = { ...createDefaultSetup(getSpecByName(model)), network: 'file', ...part };
  const bundled = async (path: string) => readFileSync(new URL(path, PUBLIC));
  const files = { network: [{ name: 'rings.gml', bytes: new TextEncoder().encode(text) }] };
  const { run } = await openRun(setup, { bundled, files });
  return playTo(run, ticks);
}

describe('the division of a network’s nodes', () => {
  const column = (name: string, ...values: (string | null)[]) => ({ name, values });
  const size = column('size', '10', '9', '10', '9');
  const usual = (...columns: NodeColumn[]) =>
    findGroupingColumns(columns).slice(0, 1).map(groupNodesByColumn);

  it('is the column whose name suggests it, else the first that has values more than once', () => {
    expect(usual(size, column('Modularity Class', '1', '2', '2', '1'))).toMatchObject([
      { label: 'Modularity Class' },
    ]);
    expect(usual(size)).toEqual([{ label: 'size', names: ['9', '10'], of: Uint8Array.of(1, 0, 1, 0) }]);
    expect(usual(column('group', 'a', 'a', 'a'), column('born', '1', '2', '3'))).toEqual([]);
    expect(usual(column('team', 'x', null, 'y', 'x'))).toEqual([
      { label: 'team', names: ['x', 'y', 'no team'], none: 2, of: Uint8Array.of(0, 2, 1, 0) },
    ]);
    expect(usual(column('team', 'x', '', 'y', 'x'))).toMatchObject([
      { names: ['x', 'y', 'no team'], none: 2 },
    ]);
    const odd = column('team', 'no team', null, 'y', 'no team');
    expect(usual(odd)).toEqual([
      { label: 'team', names: ['no team', 'y', 'no value of team'], none: 2, of: Uint8Array.of(0, 2, 1, 0) },
    ]);
    expect(usual(column('team', 'no team', null, 'no value of team', 'no team'))).toMatchObject([
      { names: ['no team', 'no value of team', 'no value of team 2'], none: 2 },
    ]);
  });

  it('can be any other column that divides them, which the reading names', () => {
    const text = RINGS.replaceAll(/club ("A|"a)/g, 'side "up" rank 3 club $1').replace(
      '"up" rank 3',
      '"down" rank 4',
    );
    const { network, reading } = readNetwork('rings.gml', text);
    expect(reading.divisions).toEqual(['club', 'side', 'rank']);
    expect(network.groups?.label).toBe('club');
    expect(reading.groups).toBeUndefined();
    expect(reading.notice).toContain('grouped by club (or by side, rank)');
    const chosen = readNetwork('rings.gml', text, { groups: 'side' });
    expect(chosen.network.groups).toMatchObject({ label: 'side', names: ['down', 'up', 'no side'] });
    expect(chosen.reading.groups).toBe('side');
    expect(chosen.network.sha256).toBe(network.sha256);
    expect(readNetwork('rings.gml', RINGS).reading.divisions).toBeUndefined();
  });

  it('refuses an attribute that does not divide them, and names those that do', () => {
    const read = (text: string, groups: string) => () => readNetwork('rings.gml', text, { groups });
    expect(read(RINGS, 'born')).toThrow('rings.gml: no attribute "born" divides its nodes; these do: club');
    expect(read(RINGS.replaceAll(/club "[^"]*"/g, ''), 'club')).toThrow(
      'rings.gml: no attribute "club" divides its nodes; none does, with 2 to 20 values',
    );
  });

  it('is found among more columns than are kept, by its name or by the choice, and the notice counts the others', () => {
    const many = Array.from({ length: 60 }, (_, at) => `k${at} "${at}"`).join(' ');
    const wide = (id: number, more: string) => `node [ id ${id} ${many} ${more} ]`;
    const text = `graph [ ${wide(1, 'side "l" club "x"')} ${wide(2, 'side "r" club "y"')} ${wide(3, 'side "r" club "y"')} edge [ source 1 target 2 ] ]`;
    const usual = readNetwork('wide.gml', text);
    expect(usual.network.groups?.label).toBe('club');
    expect(usual.network.attributes).toHaveLength(50);
    expect(usual.reading.notice).toContain('12 attributes of nodes beyond 50 left out');
    const chosen = readNetwork('wide.gml', text, { groups: 'side' });
    expect(chosen.network.groups).toMatchObject({ label: 'side', names: ['l', 'r'] });
    expect(chosen.network.attributes?.slice(-2).map(({ name }) => name)).toEqual(['side', 'club']);
    expect(readNetwork('rings.gml', RINGS).reading.notice).not.toContain('beyond');
  });

  it('has all groups in a sample as well', () => {
    const { network } = readNetwork('rings.gml', RINGS);
    const sample = sampleInducedNetwork(network, 3, 5);
    expect(sample.groups?.names).toEqual(network.groups?.names);
    expect(sample.groups?.of).toHaveLength(3);
  });
});

describe('groups of a network', () => {
  it('appear in outcomes of a chart, whose shares make up the whole', async () => {
    const run = await played('chart', 12, { parameters: { transmission: 0.5 } });
    const outcomes = nameOutcomeValues(run.outcomes, run.outcomesAt(run.tick));
    const { moved_of_A_B: one, moved_of_a_b: other, moved_of_no_club: none } = outcomes;
    expect([one, other, none].every(share => typeof share === 'number')).toBe(true);
    expect((10 * Number(one) + 9 * Number(other) + Number(none)) / 20).toBeCloseTo(
      Number(outcomes.ever_moved),
    );
    expect(run.outcomes.find(({ name }) => name === 'moved_of_A_B')?.label).toBe('Ever moved, club A & B');
    expect(run.state.groups?.label).toBe('club');
    expect(run.state.order?.('group', null)).toBe(run.state.groups?.of);
    expect(run.config.networkInfo?.groups).toBe('club');
  });

  it('have outcomes of their own where a value has the name of nodes without one', async () => {
    const run = await played('chart', 1, {}, RINGS.replaceAll('a-b', 'no club'));
    expect(run.outcomes.map(({ name }) => name).filter(name => name.startsWith('moved_of_'))).toEqual([
      'moved_of_A_B',
      'moved_of_no_club',
      'moved_of_no_value_of_club',
    ]);
    const labels = run.outcomes.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('appear in what neighbours passed on: the infection crosses at the only bridge of two rings', async () => {
    const parameters = { transmission: 1, recovery: 0, seeded: 0.0001 };
    const run = await played('chart', 20, { parameters });
    const names = Array.from({ length: 20 }, (_, agent) => run.state.nameOf(agent));
    const seeded = names.findIndex(
      (_, agent) => run.machine.past.stateAt(agent, 1) !== run.machine.past.stateAt(agent, 0),
    );
    const outcomes = nameOutcomeValues(run.outcomes, run.outcomesAt(run.tick));
    expect(outcomes.ever_moved).toBe(1);
    // All but the seeded one caught it. The last node is of no club: two links lead to it, from either side of the same ring.
    const clubOf = (name: string) => (name === 'n19' ? 2 : Number(name.slice(1)) < 10 ? 0 : 1);
    const tickOf = names.map((_, agent) => {
      for (let tick = 1; tick <= 20; tick++)
        if (run.machine.past.stateAt(agent, tick) !== run.machine.past.stateAt(agent, 0)) return tick;
      return Number.POSITIVE_INFINITY;
    });
    const numberOf = (name: string) => names.indexOf(name);
    const linked = (node: number) => {
      const ring = node < 10 ? 0 : 10;
      return [
        ...[ring + ((node - ring + 1) % 10), ring + ((node - ring + 9) % 10)],
        ...(node === 0 ? [10] : node === 10 ? [0] : []),
      ];
    };
    let crossing = 0;
    for (let node = 0; node < 20; node++) {
      const agent = numberOf(`n${node}`);
      if (agent === seeded) continue;
      const from = linked(node).filter(other => tickOf[numberOf(`n${other}`)]! < tickOf[agent]!);
      const others = from.filter(other => clubOf(`n${other}`) !== clubOf(`n${node}`));
      crossing += others.length / from.length;
    }
    expect(crossing).toBeGreaterThan(1);
    expect(outcomes.crossings).toBeCloseTo(crossing / 19, 6);
    expect(nameOutcomeValues(run.outcomes, run.outcomesAt(0)).crossings).toBeNull();
    const opinion = await played('chart', 2, { preset: 'vending' });
    expect(opinion.outcomes.map(({ name }) => name)).not.toContain('crossings');
  });

  it('count each neighbour that could have passed something on by the weight of its link', async () => {
    const text = `graph [ directed 1 ${['x', 'y', 'x']
      .map((club, id) => `node [ id ${id} label "n${id}" club "${club}" ]`)
      .join(' ')} node [ id 3 label "n3" club "y" ]
      edge [ source 0 target 2 weight 3 ] edge [ source 1 target 2 weight 1 ] edge [ source 3 target 0 weight 0.5 ] ]`;
    const crossings = new Set<unknown>();
    for (let seed = 1; seed <= 60; seed++) {
      const parameters = { transmission: 0.9, recovery: 0, seeded: 0.5 };
      const run = await played('chart', 2, { seed, parameters }, text);
      const moved = (agent: number) =>
        [1, 2].find(tick => run.machine.past.stateAt(agent, tick) !== run.machine.past.stateAt(agent, 0));
      // Both who could have passed it on to the third were seeded, and nothing else was passed on.
      if ([0, 1, 2].map(moved).join() !== '1,1,2') continue;
      crossings.add(nameOutcomeValues(run.outcomes, run.outcomesAt(run.tick)).crossings);
    }
    expect([...crossings]).toEqual([0.25]);
  });

  it('appear in outcomes of people, with what crosses from one to another', async () => {
    const run = await played('social', 200, { parameters: { activity: 10, resharing: 10 } });
    const outcomes = nameOutcomeValues(run.outcomes, run.outcomesAt(run.tick));
    const reached = 10 * Number(outcomes.reached_of_A_B) + 9 * Number(outcomes.reached_of_a_b);
    expect(reached + Number(outcomes.reached_of_no_club)).toBeGreaterThan(0);
    // Counted from the document as anybody can.
    const { agents, posts } = JSON.parse(documentText(run)) as {
      readonly agents: readonly {
        readonly agent_id: string;
        readonly attributes: { readonly club?: string };
      }[];
      readonly posts: readonly {
        readonly post_id: string;
        readonly author_id: string;
        readonly parent_id: string | null;
      }[];
    };
    const clubOf = new Map(agents.map(agent => [agent.agent_id, agent.attributes.club]));
    const authorOf = new Map(posts.map(post => [post.post_id, post.author_id]));
    const answers = posts.filter(post => post.parent_id !== null);
    const crossing = answers.filter(
      post => clubOf.get(post.author_id) !== clubOf.get(authorOf.get(post.parent_id ?? '') ?? ''),
    );
    expect(outcomes.crossings).toBeCloseTo(crossing.length / answers.length, 6);
    expect([crossing.length > 0, crossing.length < answers.length]).toEqual([true, true]);
    expect(run.outcomesAt(0)).toHaveLength(run.outcomes.length);
  });

  it('stand with each agent in the document', async () => {
    for (const model of ['chart', 'social']) {
      const run = await played(model, 2);
      const { agents } = JSON.parse(documentText(run));
      const of = (label: string) =>
        agents.find((agent: { label: string }) => agent.label === label).attributes;
      expect(of('n3')).toEqual({ born: '1903', club: 'A & B' });
      expect(of('n19')).toEqual({ born: '1919' });
    }
  });
});
