import type { ChartDefinition } from '../definition.ts';
import { buildStateTree, ROOT, StateKind, type Tree } from '../hierarchy/stateTree.ts';
import { findMistakenEvent } from './findMistakenEvent.ts';
import { type Arrow, listChartArrows, listOmissions } from './picture.ts';

/** Stands for every leaf at once. */
const ANY_LEAF = 'any';

/** A chart as a state diagram of Mermaid. States are numbered; their names are texts, so any name will do. */
export function writeMermaidChart(definition: ChartDefinition): string {
  const tree = buildStateTree(definition);
  const [head, ...lines] = new MermaidDrawing(tree, listChartArrows(definition, tree, SPELLING)).lines();
  const omissions = listOmissions(definition).map(line => `  %% ${line}`);
  return `${[head, ...omissions, ...lines].join('\n')}\n`;
}

class MermaidDrawing {
  readonly #tree: Tree;
  readonly #arrows: readonly Arrow[];

  constructor(tree: Tree, arrows: readonly Arrow[]) {
    this.#tree = tree;
    this.#arrows = arrows;
  }

  /** States first and arrows last: a state that is named too early moves to that place. */
  lines(): string[] {
    const { ids, kind, initial } = this.#tree;
    const any = this.#arrows.some(({ source }) => source === ROOT) ? [`  state "#42;" as ${ANY_LEAF}`] : [];
    const pasts = [...ids.keys()].filter(state => kind[state] >= StateKind.shallow);
    return [
      'stateDiagram-v2',
      ...any,
      ...this.#below(ROOT),
      ...pasts.flatMap(past =>
        initial(past).map(target => `  ${getMermaidStateId(past)} --> ${getMermaidStateId(target)}`),
      ),
      ...this.#arrows.map(
        ({ source, target, label }) =>
          `  ${getMermaidStateId(source)} --> ${getMermaidStateId(target)} : ${label}`,
      ),
    ];
  }

  /** Content of a state, indented; regions of a parallel one with a line between them. */
  #below(state: number): string[] {
    const { kind, children, initial } = this.#tree;
    const inside = children(state);
    if (state === ROOT || kind[state] !== StateKind.parallel) {
      const starts = new Set(initial(state).map(first => this.#childAbove(first, state)));
      return [
        ...[...starts].map(first => `  [*] --> ${getMermaidStateId(first)}`),
        ...inside.flatMap(child => this.#state(child)),
      ];
    }
    // A history does not count as a region.
    const pasts = inside
      .filter(child => kind[child] >= StateKind.shallow)
      .flatMap(child => this.#state(child));
    const regions = inside.filter(child => kind[child] < StateKind.shallow);
    return regions.flatMap((child, i) => [...(i > 0 ? ['  --'] : pasts), ...this.#state(child)]);
  }

  /** The state right below another in which one stands. */
  #childAbove(state: number, above: number): number {
    const { parent } = this.#tree;
    return parent[state] === above ? state : this.#childAbove(parent[state], above);
  }

  #state(state: number): string[] {
    const { kind, ids, parent } = this.#tree;
    const me = getMermaidStateId(state);
    if (kind[state] >= StateKind.shallow) {
      const label = kind[state] === StateKind.deep ? 'H*' : 'H';
      return [
        `  state "${escapeMermaidText(label)}" as ${me}`,
        `  note right of ${me} : ${escapeMermaidText(`${ids[state]}, history of ${ids[parent[state]]}`)}`,
      ];
    }
    const head = `  state "${escapeMermaidText(ids[state])}" as ${me}`;
    if (kind[state] === StateKind.final) return [head, `  ${me} --> [*]`];
    if (kind[state] === StateKind.atomic) return [head];
    return [`${head} {`, ...this.#below(state).map(line => `  ${line}`), '  }'];
  }
}

const getMermaidStateId = (state: number): string => (state === ROOT ? ANY_LEAF : `s${state + 1}`);
/** A mark as the number of its character. */
const encodeMermaidMark = (mark: string): string => `#${mark.codePointAt(0)};`;
/** Brackets that leave a comma between actions outside of them. */
const IN_PAIRS = /^[^()]*(?:\([^()]*\)[^()]*)*$/;
/**
 * A part of a label: marks that part one from the next stand in it as numbers, a colon with a zero before it, since one
 * without begins what an arrow means.
 */
const escapeMermaidLabelPart = (words: string): string =>
  escapeMermaidText(words)
    .replace(/[[\]/]/g, encodeMermaidMark)
    .replaceAll('#58;', '#058;')
    .replace(/\(stays\)$/, '#40;stays)');
/** An event that would be read as a rate or a delay begins with a number of a character. */
const escapeMermaidEvent = (words: string): string => {
  const escaped = escapeMermaidLabelPart(words);
  return findMistakenEvent(escaped) === null ? escaped : escaped.replace(/^./u, encodeMermaidMark);
};
const SPELLING = {
  event: escapeMermaidEvent,
  guard: escapeMermaidLabelPart,
  effect: (words: string): string =>
    escapeMermaidLabelPart(words).replace(IN_PAIRS.test(words) ? /,/g : /[,()]/g, encodeMermaidMark),
  description: (words: string): string => escapeMermaidText(words).replace(/\(stays\)$/, '#40;stays)'),
  colon: '#58;',
};
/** A text with whatever Mermaid could take for its own as numbers of characters. */
const escapeMermaidText = (words: string): string =>
  words.replace(/[^\p{L}\p{N} _.,()[\]/=+-]|--/gu, found => [...found].map(encodeMermaidMark).join('')) ||
  ' ';
