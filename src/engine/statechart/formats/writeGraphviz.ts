import type { ChartDefinition } from '../definition.ts';
import {
  buildStateTree,
  isDescendantState,
  isLeafState,
  ROOT,
  StateKind,
  type Tree,
} from '../hierarchy/stateTree.ts';
import { type Arrow, listChartArrows, listOmissions } from './picture.ts';

/** A chart as a graph in DOT: states with states of their own are clusters, regions have dashed borders. */
export function writeGraphviz(definition: ChartDefinition): string {
  const tree = buildStateTree(definition);
  const arrows = listChartArrows(definition, tree);
  const any = arrows.some(({ source }) => source === ROOT) ? ['  any [label="*", shape=plaintext];'] : [];
  return [
    `digraph ${quoteDotText(definition.name)} {`,
    ...listOmissions(definition).map(line => `  // ${line}`),
    '  compound=true;',
    '  node [shape=box, style=rounded];',
    ...any,
    ...drawDotInitial(tree, ROOT),
    ...tree.children(ROOT).flatMap(state => drawDotState(tree, state)),
    ...arrows.map(arrow => drawDotEdge(tree, arrow)),
    '}',
    '',
  ].join('\n');
}

const isClusterState = (tree: Tree, state: number) =>
  tree.kind[state] === StateKind.compound || tree.kind[state] === StateKind.parallel;

/** A state's own node; of a cluster, the point at which its arrows begin and end. */
const getDotNodeId = (state: number): string => (state === ROOT ? 'any' : `s${state + 1}`);
const getDotClusterId = (state: number): string => `cluster_${state + 1}`;

function drawDotState(tree: Tree, state: number): string[] {
  const { kind, ids, parent, children } = tree;
  if (!isClusterState(tree, state))
    return [`  ${getDotNodeId(state)} [${getDotStyle(tree, state)}];`, ...drawDotHistory(tree, state)];
  const isRegion = parent[state] !== ROOT && kind[parent[state]] === StateKind.parallel;
  return [
    `  subgraph ${getDotClusterId(state)} {`,
    `    label=${quoteDotText(ids[state])};`,
    `    style=${isRegion ? 'dashed' : 'rounded'};`,
    ...drawDotInitial(tree, state).map(line => `  ${line}`),
    ...children(state).flatMap(child => drawDotState(tree, child).map(line => `  ${line}`)),
    '  }',
  ];
}

/** The dot at which a state begins; a parallel one begins in all of its states, and its dot is not seen. */
function drawDotInitial(tree: Tree, state: number): string[] {
  const me = state === ROOT ? 'start' : getDotNodeId(state);
  const look = state !== ROOT && tree.kind[state] === StateKind.parallel ? 'style=invis' : 'width=0.12';
  return [
    `  ${me} [shape=point, label="", ${look}];`,
    ...tree.initial(state).map(first => {
      const head = isClusterState(tree, first) ? ` [lhead=${getDotClusterId(first)}]` : '';
      return `  ${me} -> ${getDotNodeId(first)}${head};`;
    }),
  ];
}

function getDotStyle({ kind, ids }: Tree, state: number): string {
  if (kind[state] === StateKind.final) return `label=${quoteDotText(ids[state])}, shape=box, peripheries=2`;
  if (kind[state] === StateKind.atomic) return `label=${quoteDotText(ids[state])}`;
  const label = kind[state] === StateKind.deep ? 'H*' : 'H';
  return `label="${label}", tooltip=${quoteDotText(ids[state])}, shape=circle`;
}

/** Default target of a history. */
function drawDotHistory(tree: Tree, state: number): string[] {
  if (isLeafState(tree, state)) return [];
  return tree.initial(state).map(target => drawDotEdge(tree, { source: state, target, label: '' }));
}

function drawDotEdge(tree: Tree, { source, target, label }: Arrow): string {
  const isOutside = (one: number, state: number) => one !== state && !isDescendantState(tree, one, state);
  const ends = [
    ...(label === '' ? [] : [`label=${quoteDotText(label)}`]),
    ...(source !== ROOT && isClusterState(tree, source) && isOutside(target, source)
      ? [`ltail=${getDotClusterId(source)}`]
      : []),
    ...(target !== ROOT && isClusterState(tree, target) && isOutside(source, target)
      ? [`lhead=${getDotClusterId(target)}`]
      : []),
  ];
  return `  ${getDotNodeId(source)} -> ${getDotNodeId(target)}${ends.length > 0 ? ` [${ends.join(', ')}]` : ''};`;
}

/** A text as DOT writes it; it knows backslashes and, in labels, entities. */
const quoteDotText = (text: string): string =>
  `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('&', '&amp;')
    .replace(/\r\n?|\n/g, '\\n')
    .replaceAll('\0', '')}"`;
