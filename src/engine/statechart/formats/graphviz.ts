import type { ChartDefinition } from '../definition.ts';
import { isBelow, isLeaf, Kind, ROOT, type Tree, treeOf } from '../hierarchy/tree.ts';
import { type Arrow, arrowsOf } from './picture.ts';

/** A chart as a graph in DOT: states with states of their own are clusters, regions have dashed borders. */
export function toGraphviz(definition: ChartDefinition): string {
  const tree = treeOf(definition);
  const arrows = arrowsOf(definition, tree);
  const any = arrows.some(({ source }) => source === ROOT) ? ['  any [label="*", shape=plaintext];'] : [];
  return [
    `digraph ${quoted(definition.name)} {`,
    '  compound=true;',
    '  node [shape=box, style=rounded];',
    ...any,
    ...starting(tree, ROOT),
    ...tree.children(ROOT).flatMap(state => drawn(tree, state)),
    ...arrows.map(arrow => edge(tree, arrow)),
    '}',
    '',
  ].join('\n');
}

const isCluster = (tree: Tree, state: number) =>
  tree.kind[state] === Kind.compound || tree.kind[state] === Kind.parallel;

/** A state's own node; of a cluster, the point at which its arrows begin and end. */
const node = (state: number): string => (state === ROOT ? 'any' : `s${state + 1}`);
const cluster = (state: number): string => `cluster_${state + 1}`;

function drawn(tree: Tree, state: number): string[] {
  const { kind, ids, parent, children } = tree;
  if (!isCluster(tree, state)) return [`  ${node(state)} [${look(tree, state)}];`, ...past(tree, state)];
  const isRegion = parent[state] !== ROOT && kind[parent[state]] === Kind.parallel;
  return [
    `  subgraph ${cluster(state)} {`,
    `    label=${quoted(ids[state])};`,
    `    style=${isRegion ? 'dashed' : 'rounded'};`,
    ...starting(tree, state).map(line => `  ${line}`),
    ...children(state).flatMap(child => drawn(tree, child).map(line => `  ${line}`)),
    '  }',
  ];
}

/** The dot at which a state begins; a parallel one begins in all of its states, and its dot is not seen. */
function starting(tree: Tree, state: number): string[] {
  const me = state === ROOT ? 'start' : node(state);
  const look = state !== ROOT && tree.kind[state] === Kind.parallel ? 'style=invis' : 'width=0.12';
  return [
    `  ${me} [shape=point, label="", ${look}];`,
    ...tree.initial(state).map(first => {
      const head = isCluster(tree, first) ? ` [lhead=${cluster(first)}]` : '';
      return `  ${me} -> ${node(first)}${head};`;
    }),
  ];
}

function look({ kind, ids }: Tree, state: number): string {
  if (kind[state] === Kind.final) return `label=${quoted(ids[state])}, shape=box, peripheries=2`;
  if (kind[state] === Kind.atomic) return `label=${quoted(ids[state])}`;
  const label = kind[state] === Kind.deep ? 'H*' : 'H';
  return `label="${label}", tooltip=${quoted(ids[state])}, shape=circle`;
}

/** Where a history leads while there is none. */
function past(tree: Tree, state: number): string[] {
  if (isLeaf(tree, state)) return [];
  return tree.initial(state).map(target => edge(tree, { source: state, target, label: '' }));
}

function edge(tree: Tree, { source, target, label }: Arrow): string {
  const isOutside = (one: number, state: number) => one !== state && !isBelow(tree, one, state);
  const ends = [
    ...(label === '' ? [] : [`label=${quoted(label)}`]),
    ...(source !== ROOT && isCluster(tree, source) && isOutside(target, source)
      ? [`ltail=${cluster(source)}`]
      : []),
    ...(target !== ROOT && isCluster(tree, target) && isOutside(source, target)
      ? [`lhead=${cluster(target)}`]
      : []),
  ];
  return `  ${node(source)} -> ${node(target)}${ends.length > 0 ? ` [${ends.join(', ')}]` : ''};`;
}

/** A text as DOT writes it; it knows backslashes and, in labels, entities. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('&', '&amp;')
    .replace(/\r\n?|\n/g, '\\n')
    .replaceAll('\0', '')}"`;
