import { readFileSync } from 'node:fs';
import Graph from 'graphology';
import { parse as parseGexf } from 'graphology-gexf';
import { parse as parseGraphMl } from 'graphology-graphml';
import { describe, expect, it } from 'vitest';
import { getSpecByName } from '../../../../src/cli/options/specs.ts';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { NETWORK_FORMS, writeNetworkChunks } from '../../../../src/engine/export/network/networkForms.ts';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import type { Direction } from '../../../../src/engine/network/reading/edgeReading.ts';
import { readNetwork } from '../../../../src/engine/network/reading/readNetwork.ts';
import type { Setup } from '../../../../src/engine/setup/config.ts';
import { playTo } from '../../play.ts';

const PUBLIC = new URL('../../../../public/', import.meta.url);
const bundled = async (path: string) => readFileSync(new URL(path, PUBLIC));

/** A run after some ticks, with the files of its network. */
async function written(
  model: string,
  ticks: number,
  setup: Partial<Setup>,
  file?: [name: string, text: string],
) {
  const all: Setup = {
    ...createDefaultSetup(getSpecByName(model)),
    ...setup,
    ...(file && { network: 'file' }),
  };
  const files = file ? { network: [{ name: file[0], bytes: new TextEncoder().encode(file[1]) }] } : {};
  const { run, loaded } = await openRun(all, { bundled, files });
  await playTo(run, ticks);
  const reports = await run.state.loadReports();
  const network = loaded.material.network!;
  const textIn = (form: (typeof NETWORK_FORMS)[number]) =>
    [...writeNetworkChunks(run, reports, network, form)].join('');
  return { run, network, textIn, gexf: textIn('gexf'), graphml: textIn('graphml') };
}

const GROUPED = `graph [ directed 1
  node [ id 1 label "A & <B>" group "x" ] node [ id 2 label "Zoë" group "y" ] node [ id 3 label "b" ]
  edge [ source 1 target 2 weight 0.1 ] edge [ source 2 target 3 weight 2 ] edge [ source 3 target 1 weight 7.25 ] ]`;

describe('a network that is written', () => {
  it.each<[string, string, Partial<Setup>, [string, string] | undefined]>([
    ['a generated network', 'chart', { network: 'small-world', agents: 60 }, undefined],
    ['a sample of a bundled one with weights', 'social', { network: 'congress', agents: 80 }, undefined],
    ['a sample of an undirected one', 'chart', { network: 'lastfm', agents: 50 }, undefined],
    ['a file with names, weights and groups', 'chart', {}, ['own.gml', GROUPED]],
    ['one that is read the other way', 'chart', { direction: 'follows' }, ['own.gml', GROUPED]],
    ['one that is read both ways', 'social', { direction: 'both' }, ['own.gml', GROUPED]],
    ['names alone', 'chart', {}, ['own.csv', 'ann,bo\nbo,cy\ncy,ann\nann,dee\n']],
    ['numbers that are names', 'chart', {}, ['own.csv', '7,90\n90,100\n100,7\n']],
  ])('is read again as the same network: %s', async (_, model, setup, file) => {
    const { network, gexf, graphml, run } = await written(model, 5, setup, file);
    const { direction } = setup;
    for (const text of [gexf, graphml]) {
      const again = readNetwork('again', text, direction ? { direction } : {});
      expect(again.network.sha256).toBe(network.sha256);
      expect(again.network.labels).toEqual(
        network.labels ?? Array.from({ length: network.nodes }, (_, node) => run.state.nameOf(node)),
      );
    }
    for (const graph of [parseGexf(Graph, gexf), parseGraphMl(Graph, graphml)]) {
      const isDirected = graph.directedSize > 0;
      expect([graph.order, graph.size]).toEqual([
        network.nodes,
        isDirected ? network.targets.length : network.targets.length / 2,
      ]);
    }
  });

  it('has what happened to each node of an infection', async () => {
    const { run, gexf, graphml } = await written('chart', 40, { network: 'small-world', agents: 100 });
    const { machine } = run;
    for (const graph of [parseGexf(Graph, gexf), parseGraphMl(Graph, graphml)]) {
      const nodes = graph.mapNodes((_, attributes) => attributes);
      expect(nodes.map(({ state }) => state)).toEqual(
        Array.from(machine.population.state, state => machine.chart.states[state]),
      );
      const caught = nodes.filter(node => node.first_in_infected !== undefined);
      expect(caught.length).toBeGreaterThan(10);
      for (const node of caught) {
        expect(node.first_in_infected).toBe(node.first_move);
        expect(node.first_in_susceptible).toBe(0);
        expect(node.moves).toBe(node.state === 'infected' ? 1 : 2);
      }
      for (const { moves, first_move } of nodes) expect(moves === 0).toBe(first_move === undefined);
    }
  });

  it('has what each person did', async () => {
    const { run, gexf } = await written('social', 60, { network: 'small-world', agents: 60 });
    const nodes = parseGexf(Graph, gexf).mapNodes((_, attributes) => attributes);
    const sum = (name: string) => nodes.reduce((all, node) => all + node[name], 0);
    const [size, , , posts] = run.outcomesAt(run.tick);
    expect(sum('posts') + sum('replies') + sum('reshares')).toBe(posts);
    expect(Math.max(...nodes.map(node => node.largest_cascade_begun))).toBe(size);
    expect(nodes.filter(node => node.tick_in_largest_cascade !== undefined).length).toBe(size);
    expect(nodes[0].archetype).toMatch(/^\w/);
  });

  it('keeps the file’s columns of its nodes, next to one of the same name', async () => {
    const file: [string, string] = ['own.gml', GROUPED.replaceAll('group', 'state')];
    const { gexf, graphml } = await written('chart', 3, {}, file);
    for (const text of [gexf, graphml]) {
      const { attributes = [] } = readNetwork('again', text).network;
      expect(attributes.find(({ name }) => name === 'state of the file')?.values).toEqual(['x', 'y', null]);
    }
  });

  it('marks an attribute `label` of the file, as the label of a node has that name', async () => {
    const node = (id: string) =>
      `<node id="${id}"><data key="l">said of ${id}</data><data key="d"><ShapeNode><NodeLabel>${id}</NodeLabel></ShapeNode></data></node>`;
    const { gexf, graphml } = await written('chart', 1, {}, [
      'own.graphml',
      `<graphml><key id="l" for="node" attr.name="label"/><key id="d" for="node" yfiles.type="nodegraphics"/><graph edgedefault="directed">${node('a')}${node('b')}<edge source="a" target="b"/></graph></graphml>`,
    ]);
    expect(gexf).toContain('title="label of the file"');
    expect(graphml).toContain('attr.name="label of the file"');
    expect(graphml.match(/attr\.name="label"/g)).toHaveLength(1);
    for (const text of [gexf, graphml]) {
      const { labels, attributes = [] } = readNetwork('again', text).network;
      expect(labels).toEqual(['a', 'b']);
      expect(attributes.find(({ name }) => name === 'label of the file')?.values).toEqual([
        'said of a',
        'said of b',
      ]);
    }
  });

  it('types a column as numbers where all of its values are numbers, whatever their digits, and codes as texts', async () => {
    const text = `graph [ directed 1
      node [ id 1 label "a" centrality "0.0" zip "01067" ] node [ id 2 label "b" centrality "0.17684210526315788" zip "80331" ]
      node [ id 3 label "c" centrality "1e-3" zip "10115" ] edge [ source 1 target 2 ] edge [ source 2 target 3 ] ]`;
    const { gexf, graphml } = await written('chart', 1, {}, ['own.gml', text]);
    expect(gexf).toMatch(/title="centrality" type="double"/);
    expect(gexf).toMatch(/title="zip" type="string"/);
    expect(gexf).toContain('value="0.17684210526315788"');
    expect(graphml).toMatch(/attr\.name="centrality" attr\.type="double"/);
  });

  it('states the direction of its edges', async () => {
    const file: [string, string] = ['own.csv', 'ann,bo\nbo,cy\n'];
    const edges = async (direction: Direction) => {
      const { gexf } = await written('chart', 1, { direction }, file);
      return [...gexf.matchAll(/<edge id="\d+" source="(\w+)" target="(\w+)"/g)].map(
        ([, a, b]) => `${a} ${b}`,
      );
    };
    expect(await edges('followed')).toEqual(['ann bo', 'bo cy']);
    expect(await edges('follows')).toEqual(['ann bo', 'bo cy']);
    const { gexf } = await written('chart', 1, { direction: 'both' }, file);
    expect(gexf).toContain('defaultedgetype="undirected"');
    expect(gexf).toContain('Each end of an edge follows the other.');
    expect((await written('chart', 1, { direction: 'follows' }, file)).graphml).toContain(
      'An edge leads from an account to one that it follows',
    );
  });

  it('stays readable with characters that XML cannot hold', async () => {
    const name = '<"&\'>\u0001\uFFFE';
    const text = `source,target\n${JSON.stringify(name).replaceAll('\\"', '""')},bo\n`;
    const { graphml, gexf } = await written('chart', 1, {}, ['own.csv', text]);
    for (const one of [graphml, gexf]) expect(() => readNetwork('again', one)).not.toThrow();
  });

  it('is refused for agents that are not on a network', async () => {
    const { run } = await openRun(createDefaultSetup(getSpecByName('librarian')), { bundled, files: {} });
    const reports = await run.state.loadReports();
    for (const form of NETWORK_FORMS)
      expect(() => [...writeNetworkChunks(run, reports, null, form)]).toThrow('are not on a network');
  });
});
