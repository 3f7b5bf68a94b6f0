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
import type {
  ActionDefinition,
  ChartDefinition,
  Quantity,
} from '../../../src/engine/statechart/definition.ts';
import { writeXStateConfig } from '../../../src/engine/statechart/formats/writeXStateConfig.ts';
import { listPlacedStates } from '../../../src/engine/statechart/hierarchy/stateTree.ts';

type Columns = Record<string, number>;
interface Params {
  readonly column: string;
  readonly op: string;
  readonly value: Quantity;
  readonly event: string;
}

const quantityOf = (columns: Columns, value: Quantity) =>
  typeof value === 'number' ? value : columns[value.column];

/** XState playing a chart as it is written for it. */
export class XStateMachine {
  readonly notes: string[] = [];
  readonly #actor: AnyActor;

  constructor(definition: ChartDefinition, written: object = writeXStateConfig(definition)) {
    const places = listPlacedStates(definition);
    const pathOf = (place: number): string =>
      place < 0 ? 'random' : `${pathOf(places[place].parent)}.${places[place].id}`;
    const guards: Record<string, unknown> = {
      compare: ({ context }: { context: Columns }, { column, op, value }: Params) => {
        const [left, right] = [context[column], quantityOf(context, value)];
        return op === '<' ? left < right : op === '<=' ? left <= right : left > right;
      },
    };
    for (const [i, { id }] of places.entries()) {
      guards[`in ${id}`] = stateIn(`#${pathOf(i)}` as never);
      guards[`not in ${id}`] = not(stateIn(`#${pathOf(i)}` as never) as never);
    }
    const config = JSON.parse(JSON.stringify(written), (_, value) =>
      value?.type === 'in' ? { type: `${value.params.not ? 'not ' : ''}in ${value.params.state}` } : value,
    );
    const machine = createMachine({ ...config, context: { mood: 0, budget: 0 } }).provide({
      guards: guards as never,
      actions: {
        ...Object.fromEntries(namesIn(definition).map(name => [name, () => void this.notes.push(name)])),
        raise: raise(((_: unknown, { event }: Params) => ({ type: event })) as never, undefined as never),
        set: assign((({ context }: { context: Columns }, { column, value }: Params) => ({
          [column]: quantityOf(context, value),
        })) as never),
        add: assign((({ context }: { context: Columns }, { column, value }: Params) => ({
          [column]: context[column] + quantityOf(context, value),
        })) as never),
      } as never,
    });
    this.#actor = createActor(machine as AnyStateMachine);
    this.#actor.start();
  }

  /** Active states at every level, in document order. */
  get active(): string[] {
    const nodes = this.#actor.getSnapshot()._nodes as { key: string; order: number; parent?: unknown }[];
    return nodes
      .filter(({ parent }) => parent !== undefined)
      .sort((a, b) => a.order - b.order)
      .map(({ key }) => key);
  }

  fire(event: string): void {
    if (this.#actor.getSnapshot().status === 'active') this.#actor.send({ type: event });
  }
}

/** Names of all actions that are functions. */
function namesIn(definition: ChartDefinition): string[] {
  const blocks = [
    ...definition.transitions.map(({ actions = [] }) => actions),
    ...listPlacedStates(definition).flatMap(({ definition: own }) => [
      ...(own?.entry ?? []),
      ...(own?.exit ?? []),
      own?.initialActions ?? [],
    ]),
  ];
  return blocks
    .flat()
    .flatMap((action: ActionDefinition) => (action.kind === 'function' ? [action.name] : []));
}
