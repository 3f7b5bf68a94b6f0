import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/engine/core/errors.ts';
import type { Network } from '../../../src/engine/network/network.ts';
import { readNetwork } from '../../../src/engine/network/reading/readNetwork.ts';

const FOLDER = new URL('../../fixtures/networks/cases/', import.meta.url);
const read = (file: string) => readNetwork(file, new Uint8Array(readFileSync(new URL(file, FOLDER))));

const weightsOf = ({ weights }: Network) =>
  weights === null ? null : [...new Set(weights)].sort((a, b) => a - b);

/** File, nodes, links one way each, direction, weights that are met. */
const RIGHT: readonly (readonly [
  file: string,
  nodes: number,
  links: number,
  direction: string,
  weights: readonly number[] | null,
])[] = [
  ['adj_semicolon.csv', 4, 5, 'followed', null],
  ['adjlist2.adjlist', 6, 12, 'followed', null],
  ['big_ids.csv', 3, 2, 'followed', null],
  ['both_directions.txt', 3, 4, 'followed', null],
  ['cycle5.graph', 5, 10, 'both', null],
  ['cyto.json', 2, 1, 'followed', null],
  ['decimal_comma.csv', 4, 4, 'followed', [0.25, 0.5, 0.75, 1.5]],
  ['decimal_comma_noheader.csv', 4, 4, 'followed', [0.25, 0.5, 0.75, 1.5]],
  ['edge_attr_last.csv', 3, 2, 'followed', null],
  ['excel_ids.csv', 3, 2, 'followed', null],
  ['float_ids.csv', 4, 3, 'followed', null],
  ['from_to_label.csv', 3, 2, 'followed', null],
  ['gephi_commas.csv', 4, 6, 'both', [1, 2, 5]],
  ['gephi_noweights.csv', 4, 6, 'both', null],
  ['gephi_tabs.tsv', 4, 6, 'both', [1, 2, 5]],
  ['gephi_tabs_label.tsv', 4, 6, 'both', [1, 2, 5]],
  ['graphology.json', 2, 2, 'both', null],
  ['hash_nodes.csv', 5, 4, 'followed', [1, 2, 3, 4]],
  ['id_from_to.csv', 4, 4, 'followed', null],
  ['igraph_wide.csv', 3, 2, 'followed', [2, 3]],
  ['karate_gephi.csv', 34, 156, 'both', [1]],
  ['karate_networkx.edgelist', 34, 78, 'followed', null],
  ['matrix.csv', 3, 4, 'both', null],
  ['multiline_adj.txt', 3, 3, 'followed', null],
  ['multiplex.edges', 3, 3, 'followed', [1]],
  ['names_with_commas.csv', 3, 3, 'followed', null],
  ['neg_ids.txt', 3, 3, 'followed', null],
  ['neo4j.csv', 3, 2, 'followed', null],
  ['networkx_tuple.txt', 3, 2, 'followed', null],
  ['node1_node2_layer.txt', 3, 3, 'followed', null],
  ['nodelink.json', 2, 2, 'both', null],
  ['oasis_profiles.csv', 3, 3, 'follows', null],
  ['out.konect', 4, 8, 'both', null],
  ['pandas_index.csv', 3, 3, 'followed', null],
  ['pandas_index_source.csv', 3, 3, 'followed', null],
  ['path5.txt', 5, 4, 'followed', null],
  ['quotes_semicolon.csv', 4, 3, 'followed', null],
  ['r_write_csv.csv', 3, 2, 'followed', null],
  ['repeated.csv', 3, 2, 'followed', [1, 3]],
  ['sep.csv', 2, 1, 'followed', null],
  ['snap_undirected.txt', 5, 8, 'both', null],
  ['source_destination_type.csv', 3, 4, 'both', null],
  ['source_target_label_num.csv', 3, 2, 'followed', null],
  ['source_target_type.csv', 3, 4, 'both', null],
  ['tab_spaces_second.tsv', 6, 4, 'followed', null],
  ['temporal_header.csv', 5, 3, 'followed', null],
  ['toy.gexf', 2, 2, 'both', null],
  ['toy.gml', 2, 2, 'both', null],
  ['toy.graphml', 2, 2, 'both', null],
  ['toy.gv', 3, 4, 'both', null],
  ['toy.lgl', 4, 8, 'both', [0.5, 1, 1.5, 2]],
  ['toy.mtx', 4, 8, 'both', null],
  ['toy.net', 3, 4, 'both', null],
  ['toy_nohead.mtx', 4, 4, 'followed', [1]],
  ['utf16_excel.txt', 3, 2, 'followed', null],
  ['value_as_weight.csv', 3, 2, 'followed', [5, 9]],
  ['value_col.csv', 3, 2, 'followed', [5, 9]],
  ['value_without.csv', 3, 2, 'followed', null],
  ['zero_weight.csv', 4, 2, 'followed', [1]],
  ['zeros.csv', 2, 1, 'followed', null],
];
const REFUSED: readonly (readonly [file: string, message: string])[] = [
  ['signed.csv', 'signed.csv, line 3: weight "-1" is not a number of at least 0'],
  [
    'thousand.csv',
    'thousand.csv, line 2: weight "1,234" is not a number of at least 0: it may be 1234 or 1.234',
  ],
];

describe('a typical network file', () => {
  it.each(RIGHT)('%s has %i nodes and %i links', (file, nodes, links, direction, weights) => {
    const { network, reading } = read(file);
    expect([network.nodes, network.targets.length, reading.direction, weightsOf(network)]).toEqual([
      nodes,
      links,
      direction,
      weights,
    ]);
  });

  it.each(REFUSED)('%s is refused with the line and the value', (file, message) => {
    expect(() => read(file)).toThrow(InputError);
    expect(() => read(file)).toThrow(message);
  });

  it('is tested in every known case', () => {
    expect([...RIGHT, ...REFUSED].map(([file]) => file).sort()).toEqual(readdirSync(FOLDER).sort());
  });

  it.each([
    ['gephi_tabs.tsv', 'weights from 1 to 5 (Weight); left out: Id, Label, timeset'],
    ['temporal_header.csv', 'no weights; left out: timestamp; 1 repeated edge counted once'],
    [
      'repeated.csv',
      'weights from 1 to 3 (Weight); 2 repeated edges counted once, with the sum of the weights',
    ],
    ['toy_nohead.mtx', 'the first line, 4 4 4, is the size of a matrix and no edge'],
    ['excel_ids.csv', 'ids such as 1.23457E+17 were rounded by a spreadsheet'],
    ['zeros.csv', '1 edge from an account to itself left out'],
    [
      'snap_undirected.txt',
      'Read as SNAP: 5 nodes, 8 links one way each; undirected; no weights; 3 comments.',
    ],
  ])('has the decision in one line: %s', (file, words) => {
    expect(read(file).reading.notice).toContain(words);
  });

  it('has names as labels', () => {
    expect(read('oasis_profiles.csv').network.labels).toEqual(['Ann Lee', 'Bo Ray', 'Cy Orr']);
    expect(read('toy.gml').network.labels).toEqual(['ann', 'bo']);
    expect(read('toy.net').network.labels).toEqual(['ann', 'bo', 'cy']);
  });

  it('asks for its direction unless the file states it, or no direction changes anything', () => {
    const asked = RIGHT.filter(([file]) => read(file).reading.by === 'usual').map(([file]) => file);
    expect(asked).toContain('karate_networkx.edgelist');
    expect(asked).not.toContain('snap_undirected.txt');
    expect(asked).not.toContain('oasis_profiles.csv');
    expect(read('both_directions.txt').reading.by).toBe('mutual');
  });
});
