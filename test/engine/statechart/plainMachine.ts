import { compile } from '../../../src/engine/statechart/compile.ts';
import type { CompiledChart } from '../../../src/engine/statechart/compiled.ts';
import type {
  Block,
  ChartAgent,
  ChartDefinition,
  Quantity,
} from '../../../src/engine/statechart/definition.ts';
import type { Configuration, Microstep } from '../../../src/engine/statechart/hierarchy/interpreter.ts';
import { isLeafState, ROOT, StateKind } from '../../../src/engine/statechart/hierarchy/stateTree.ts';

/** One agent of a chart that asks the interpreter anew at every step and remembers nothing but where it stands. */
export class PlainMachine {
  readonly columns: Record<string, number> = { mood: 0, budget: 0 };
  readonly #chart: CompiledChart;
  #configuration: Configuration;
  #isOver = false;
  readonly #raised: string[] = [];

  constructor(definition: ChartDefinition) {
    this.#chart = compile(definition);
    const first = this.#chart.interpreter.begin();
    this.#configuration = first.next;
    this.#carryOut(first);
    this.#settle();
  }

  /** Active states at every level. */
  get active(): string[] {
    return this.#configuration.active.map(state => this.#chart.states[state]);
  }

  fire(event: string): void {
    if (this.#isOver) return;
    this.#answer(event);
    this.#settle();
  }

  /** What is wrong with the active states as a configuration; null for nothing. */
  get illegality(): string | null {
    const { tree } = this.#chart;
    const active = new Set(this.#configuration.active);
    const childrenOf = (state: number) =>
      tree.children(state).filter(child => tree.kind[child] < StateKind.shallow);
    const at = (state: number) => childrenOf(state).filter(child => active.has(child)).length;
    if (at(ROOT) !== 1) return `${at(ROOT)} states at the top`;
    for (const state of active) {
      const name = tree.ids[state];
      if (tree.parent[state] !== ROOT && !active.has(tree.parent[state])) return `${name} without its parent`;
      if (tree.kind[state] >= StateKind.shallow) return `history ${name}`;
      if (tree.kind[state] === StateKind.compound && at(state) !== 1) return `${at(state)} states in ${name}`;
      if (tree.kind[state] === StateKind.parallel && at(state) !== childrenOf(state).length)
        return `${at(state)} regions of ${name}`;
      if (isLeafState(tree, state) && childrenOf(state).length > 0) return `leaf ${name}`;
    }
    return null;
  }

  #settle(): void {
    while (!this.#isOver) {
      if (this.#answer(null)) continue;
      const event = this.#raised.shift();
      if (event === undefined) return;
      this.#answer(event);
    }
  }

  /** Answers an event, null for none. @returns whether anything was taken */
  #answer(event: string | null): boolean {
    const { interpreter, definition } = this.#chart;
    const enabled = interpreter.select(
      this.#configuration,
      t =>
        (event === null ? definition.transitions[t].on?.length === 0 : this.#chart.answers(t, event)) &&
        this.#holds(t),
      event === null,
    );
    if (typeof enabled === 'number') throw new Error('every guard is known');
    if (enabled.length === 0) return false;
    const step = interpreter.microstep(this.#configuration, enabled);
    this.#configuration = step.next;
    this.#carryOut(step);
    return true;
  }

  #holds(transition: number): boolean {
    const { guard } = this.#chart.definition.transitions[transition];
    if (guard === undefined) return true;
    if (guard.kind === 'in') return this.active.includes(guard.state) !== (guard.not === true);
    if (guard.kind === 'function') return guard.test({} as ChartAgent, null);
    const [left, right] = [this.columns[guard.column], this.#value(guard.value)];
    if (guard.op === '<') return left < right;
    if (guard.op === '<=') return left <= right;
    return guard.op === '>' ? left > right : left === right;
  }

  #value(quantity: Quantity): number {
    return typeof quantity === 'number' ? quantity : this.columns[quantity.column];
  }

  #carryOut({ deeds, isOver }: Microstep): void {
    for (const deed of deeds)
      if (deed.kind === 'done') this.#raised.push(deed.event);
      else this.#run(deed.block);
    this.#isOver = isOver;
  }

  #run(block: Block): void {
    for (const action of block)
      if (action.kind === 'function') action.run({} as ChartAgent, null);
      else if (action.kind === 'raise') this.#raised.push(action.event);
      else if (action.kind === 'set') this.columns[action.column] = this.#value(action.value);
      else if (action.kind === 'add') this.columns[action.column] += this.#value(action.value);
  }
}
