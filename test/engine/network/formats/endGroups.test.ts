import { describe, expect, it } from 'vitest';
import { readNetwork } from '../../../../src/engine/network/reading/readNetwork.ts';

const EDGES = [
  ['ann', 'bo', 'red', 'blue'],
  ['bo', 'cy', 'blue', 'red'],
  ['cy', 'dee', 'red', ''],
  ['ann', 'cy', 'red', 'red'],
];
const read = (head: string, rows: readonly (readonly string[])[] = EDGES) =>
  readNetwork('clubs.csv', [head, ...rows.map(row => row.join(','))].join('\n'), { direction: 'follows' });

describe('a table of edges with the groups of both ends', () => {
  it.each([
    ['source,target,source_group,target_group', 'group'],
    ['from,to,group.from,group.to', 'group'],
    ['from_id,to_id,from_party,to_party', 'party'],
    ['source,target,SourceClub,TargetClub', 'club'],
    ['source,target,community_x,community_y', 'community'],
    ['from,to,group.x,group.y', 'group'],
    ['node1,node2,club1,club2', 'club'],
  ])('gives its nodes these groups: %s', (head, name) => {
    const { network } = read(head);
    expect(network.labels).toEqual(['ann', 'bo', 'cy', 'dee']);
    expect(network.attributes).toEqual([{ name, values: ['red', 'blue', 'red', null] }]);
    expect(network.targets).toHaveLength(4);
  });

  it('means the same as the groups of GraphML', () => {
    const nodes = ['ann,red', 'bo,blue', 'cy,red', 'dee'].map(line => {
      const [id, club] = line.split(',');
      return `<node id="${id}">${club ? `<data key="c">${club}</data>` : ''}</node>`;
    });
    const edges = EDGES.map(([from, to]) => `<edge source="${from}" target="${to}"/>`);
    const text = `<graphml><key id="c" for="node" attr.name="club" attr.type="string"/><graph edgedefault="directed">${nodes.join('')}${edges.join('')}</graph></graphml>`;
    const { network } = readNetwork('clubs.graphml', text, { direction: 'follows' });
    const own = read('source,target,source_club,target_club').network;
    expect(own.attributes).toEqual(network.attributes);
    expect([own.offsets, own.targets]).toEqual([network.offsets, network.targets]);
  });

  it('is refused where two lines contradict each other, with both', () => {
    const rows = [...EDGES, ['dee', 'ann', 'blue', 'blue']];
    expect(() => read('source,target,source_group,target_group', rows)).toThrow(
      'clubs.csv, line 6: group "blue" of "ann", but "red" in line 2; an account has one group',
    );
  });

  it('has no groups by one end alone, nor by columns that name no group', () => {
    for (const head of ['source,target,source_group,weight_group', 'source,target,source_mood,target_mood']) {
      const { network, reading } = read(head);
      expect(network.attributes ?? []).toEqual([]);
      expect(JSON.stringify(reading)).toContain(head.split(',')[2]);
    }
  });
});
