import type { ChartDefinition } from '../definition.ts';
import { buildStateTree, isDescendantState, Kind, ROOT, type Tree } from '../hierarchy/tree.ts';
import { PLAIN } from './xstateParts.ts';

/** States of a chart by the keys and paths that they have in XState. */
export class XStateNames {
  readonly tree: Tree;
  readonly keys: readonly string[];
  readonly id: string;
  /** The state that stands for the machine, which has no key; ROOT for none. */
  readonly #machine: number;

  constructor(definition: ChartDefinition) {
    this.tree = buildStateTree(definition);
    const taken = new Set(this.tree.ids);
    this.keys = this.tree.ids.map((id, i) => (PLAIN.test(id) ? id : findFreeName(`state_${i + 1}`, taken)));
    this.#machine = this.tree.numberOf.get(definition.machine ?? '') ?? ROOT;
    this.id = PLAIN.test(definition.name) ? definition.name : 'chart';
  }

  /** Whether XState could take a transition to a target for one that leaves its source alone. */
  mayStandIn(target: number, source: number): boolean {
    const { kind, parent } = this.tree;
    const of = kind[target] >= Kind.shallow ? parent[target] : target;
    return (
      target === source ||
      isDescendantState(this.tree, target, source) ||
      (of !== target && isDescendantState(this.tree, source, of))
    );
  }

  /** ROOT for none. */
  number(id: string): number {
    return this.tree.numberOf.get(id) ?? ROOT;
  }

  /** Keys from below one state to another. */
  pathTo(state: number, above: number): string[] {
    const path: string[] = [];
    for (let at = state; at !== above && at !== ROOT; at = this.tree.parent[at])
      if (at !== this.#machine) path.unshift(this.keys[at]);
    return path;
  }

  /** XState's id of a state. */
  path(state: number): string {
    return [this.id, ...this.pathTo(state, ROOT)].join('.');
  }

  /** From the state that a history stands in. */
  below(history: number, id: string): string {
    return this.pathTo(this.number(id), this.tree.parent[history]).join('.');
  }

  /** A target as a transition out of a state names it. */
  target(target: number, source: number): string {
    const { parent } = this.tree;
    if (target !== this.#machine && parent[target] === parent[source]) return this.keys[target];
    if (isDescendantState(this.tree, target, source)) return `.${this.pathTo(target, source).join('.')}`;
    return `#${this.path(target)}`;
  }
}

function findFreeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? findFreeName(`${name}_`, taken) : name;
}
