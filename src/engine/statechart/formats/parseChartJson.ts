import type {
  Action,
  ActionDefinition,
  Block,
  ChartDefinition,
  Guard,
  StateDefinition,
  TransitionDefinition,
} from '../definition.ts';
import { findChartMistakes } from '../findChartMistakes.ts';
import { findParameterMistakes } from '../findParameterMistakes.ts';
import { type Implementations, isKeyedObject, throwChartMistakes } from './implementations.ts';
import {
  formatJsonPath,
  validateShape,
  type WrittenAction,
  type WrittenGuard,
  type WrittenState,
  type WrittenTransition,
  writtenChart,
} from './shape.ts';

/** Omitted parts of a written chart: of a function, all but its name. */
const replaceFunctionsByNames = (value: object): object =>
  JSON.parse(JSON.stringify(value, nameOnlyReplacer)) as object;

function nameOnlyReplacer(_: string, value: unknown): unknown {
  if (!isKeyedObject(value) || value.kind !== 'function') return value;
  return { kind: 'function', name: value.name };
}

/** A guard or an action as it is written, function or data. */
export const serializeChartPart = (part: Guard | ActionDefinition): WrittenGuard | WrittenAction =>
  replaceFunctionsByNames(part) as WrittenGuard | WrittenAction;

/** A transition as it is written; its bare action has the name of its function. */
export function serializeTransition(transition: TransitionDefinition): object {
  const { action, ...others } = transition;
  return { ...replaceFunctionsByNames(others), ...(action && { action: action.name }) };
}

const serializeState = (state: string | StateDefinition): unknown => {
  if (typeof state === 'string') return state;
  const { states, done, doneWritten: _, ...others } = state;
  return {
    ...replaceFunctionsByNames(others),
    ...(states && { states: states.map(serializeState) }),
    ...(done && { done: true }),
  };
};

/** A chart as JSON: the definition itself, with functions by their names. */
export function serializeChart(definition: ChartDefinition): object {
  const { states, transitions, ...others } = definition;
  return {
    ...replaceFunctionsByNames(others),
    states: states.map(serializeState),
    transitions: transitions.map(serializeTransition),
  };
}

/** Resolves the functions named in a written chart. */
export class Binder {
  readonly #implementations: Implementations;
  readonly #mistakes: string[];

  constructor(implementations: Implementations, mistakes: string[]) {
    this.#implementations = implementations;
    this.#mistakes = mistakes;
  }

  get ignoresParameters(): boolean {
    return this.#implementations.ignoresParameters === true;
  }

  guard(place: string, guard: WrittenGuard): Guard | undefined {
    if (guard.kind !== 'function') return guard as Guard;
    const test = this.#implementations.guard?.(guard.name);
    if (test !== undefined) return { ...guard, test };
    this.#mistakes.push(`${place}: there is no function for guard "${guard.name}"`);
    return undefined;
  }

  action(place: string, action: WrittenAction): ActionDefinition[] {
    if (action.kind !== 'function') return [action as ActionDefinition];
    const run = this.run(place, action.name);
    return run === undefined ? [] : [{ ...action, run }];
  }

  run(place: string, name: string): Action | undefined {
    const run = this.#implementations.action?.(name);
    if (run === undefined) this.#mistakes.push(`${place}: there is no function for action "${name}"`);
    return run;
  }

  block(place: string, block: readonly WrittenAction[]): Block {
    return block.flatMap((action, i) => this.action(formatJsonPath(place, [i]), action));
  }

  /** The function that gives a final state's data. */
  done(place: string, state: string): Pick<StateDefinition, 'done'> {
    const done = this.#implementations.done?.(state);
    if (done === undefined) this.#mistakes.push(`${place}: there is no function for the data of "${state}"`);
    return done === undefined ? {} : { done };
  }

  transition(place: string, written: WrittenTransition): TransitionDefinition {
    const { guard, action, actions, ...others } = written;
    const bound = guard && this.guard(`${place}.guard`, guard);
    const run = action === undefined ? undefined : this.run(`${place}.action`, action);
    return {
      ...(others as Omit<TransitionDefinition, 'guard' | 'action' | 'actions'>),
      ...(bound && { guard: bound }),
      ...(run && { action: createNamedAction(action ?? '', run) }),
      ...(actions && { actions: this.block(`${place}.actions`, actions) }),
    };
  }

  state(place: string, written: string | WrittenState): string | StateDefinition {
    if (typeof written === 'string') return written;
    const { states, initialActions, entry, exit, done, ...others } = written;
    const blocks = (key: string, all: readonly (readonly WrittenAction[])[]) =>
      all.map((block, i) => this.block(formatJsonPath(place, [key, i]), block));
    return {
      ...(others as Omit<StateDefinition, 'states' | 'initialActions' | 'entry' | 'exit' | 'done'>),
      ...(states && {
        states: states.map((one, i) => this.state(formatJsonPath(place, ['states', i]), one)),
      }),
      ...(initialActions && { initialActions: this.block(`${place}.initialActions`, initialActions) }),
      ...(entry && { entry: blocks('entry', entry) }),
      ...(exit && { exit: blocks('exit', exit) }),
      ...(done && this.done(place, written.id)),
    };
  }
}

/** The same function under the name that its chart gives it: a bare action is identified by its name. */
export function createNamedAction(name: string, run: Action): Action {
  const action: Action = (agent, context) => run(agent, context);
  Object.defineProperty(action, 'name', { value: name });
  return action;
}

/** Reads a chart as `serializeChart` writes it. @throws InputErrors with every mistake, by its JSON path */
export function parseChartJson(json: unknown, implementations: Implementations = {}): ChartDefinition {
  const mistakes: string[] = [];
  const name = isKeyedObject(json) && typeof json.name === 'string' ? json.name : '';
  const written = validateShape(writtenChart, json, '', mistakes);
  const binder = new Binder(implementations, mistakes);
  throwChartMistakes(name, mistakes);
  const { states, transitions, setUp, ...others } = written as NonNullable<typeof written>;
  const definition: ChartDefinition = {
    ...(others as Omit<ChartDefinition, 'states' | 'transitions' | 'setUp'>),
    ...(setUp && { setUp: setUp.map((block, i) => binder.block(`setUp[${i}]`, block)) }),
    states: states.map((state, i) => binder.state(`states[${i}]`, state)),
    transitions: transitions.map((t, i) => binder.transition(`transitions[${i}]`, t)),
  };
  throwChartMistakes(name, mistakes);
  throwChartMistakes(name, [...findChartMistakes(definition), ...findParameterMistakes(definition)]);
  return definition;
}
