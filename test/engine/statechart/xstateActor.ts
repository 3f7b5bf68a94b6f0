import {
  type AnyActor,
  type AnyStateMachine,
  assign,
  createActor,
  createMachine,
  not,
  raise,
  stateIn,
} from 'xstate';
import type { Quantity } from '../../../src/engine/statechart/definition.ts';

type Columns = Record<string, number>;
interface Params {
  readonly column: string;
  readonly op: string;
  readonly value: Quantity;
  readonly event: string;
}

const quantityOf = (columns: Columns, value: Quantity) =>
  typeof value === 'number' ? value : columns[value.column];

const compares = ({ context }: { context: Columns }, { column, op, value }: Params) => {
  const [left, right] = [context[column], quantityOf(context, value)];
  if (op === '<') return left < right;
  if (op === '<=') return left <= right;
  if (op === '>') return left > right;
  return op === '==' ? left === right : left !== right;
};

/** Time that passes when it is told to: what is due comes in its order, each at its own moment. */
class Clock {
  now = 0;
  #count = 0;
  readonly #waiting = new Map<number, { readonly due: number; readonly call: () => void }>();

  setTimeout(call: () => void, after: number): number {
    this.#waiting.set(++this.#count, { due: this.now + after, call });
    return this.#count;
  }

  clearTimeout(id: number): void {
    this.#waiting.delete(id);
  }

  /** @param isHeard whether anybody is there for what is due */
  passTo(time: number, isHeard: () => boolean): void {
    while (isHeard()) {
      const [next] = [...this.#waiting].sort(([i, a], [j, b]) => a.due - b.due || i - j);
      if (next === undefined || next[1].due > time) break;
      this.#waiting.delete(next[0]);
      this.now = next[1].due;
      next[1].call();
    }
    this.now = time;
  }
}

/** XState playing the configuration of a machine, of which guards and actions are data as Statescope has them. */
export class XStateActor {
  readonly notes: string[] = [];
  readonly #clock = new Clock();
  readonly #actor: AnyActor;

  /** @param paths XState's ids by keys */
  constructor(config: object, paths: ReadonlyMap<string, string>, names: readonly string[]) {
    const guards: Record<string, unknown> = { compare: compares };
    for (const [key, path] of paths) {
      guards[`in ${key}`] = stateIn(`#${path}` as never);
      guards[`not in ${key}`] = not(stateIn(`#${path}` as never) as never);
    }
    const own = JSON.parse(JSON.stringify(config), (_, value) =>
      value?.type === 'in' ? { type: `${value.params.not ? 'not ' : ''}in ${value.params.state}` } : value,
    );
    const machine = createMachine({ ...own, context: { mood: 0, budget: 0 } }).provide({
      guards: guards as never,
      actions: {
        ...Object.fromEntries(names.map(name => [name, () => void this.notes.push(name)])),
        raise: raise(((_: unknown, { event }: Params) => ({ type: event })) as never, undefined as never),
        set: assign((({ context }: { context: Columns }, { column, value }: Params) => ({
          [column]: quantityOf(context, value),
        })) as never),
        add: assign((({ context }: { context: Columns }, { column, value }: Params) => ({
          [column]: context[column] + quantityOf(context, value),
        })) as never),
      } as never,
    });
    this.#actor = createActor(machine as AnyStateMachine, { clock: this.#clock as never });
    this.#actor.subscribe({ error: () => undefined });
    this.#actor.start();
    this.passTo(0);
  }

  /** What it has come to: active states, whether it is done, its context. */
  get told(): { readonly active: readonly string[]; readonly isDone: boolean; readonly context: Columns } {
    const { _nodes, status, context, error } = this.#actor.getSnapshot();
    if (status === 'error') throw error;
    const nodes = _nodes as { key: string; order: number }[];
    const active = [...new Set(nodes)].sort((a, b) => a.order - b.order).map(({ key }) => key);
    return { active, isDone: status === 'done', context };
  }

  fire(event: string): void {
    if (this.#actor.getSnapshot().status === 'active') this.#actor.send({ type: event });
    // What comes after no time at all has come before anything else happens.
    this.passTo(this.#clock.now);
  }

  passTo(milliseconds: number): void {
    this.#clock.passTo(milliseconds, () => this.#actor.getSnapshot().status === 'active');
  }
}
