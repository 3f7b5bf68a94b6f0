import { InputError, InputErrors } from '../../core/errors.ts';
import { formatQuotedText } from '../../core/formatQuotedText.ts';
import type { Action, ChartDefinition, FunctionGuard, StateDefinition } from '../definition.ts';

/** Data of a final state's event. */
type Done = NonNullable<StateDefinition['done']>;

/** Functions that a written chart names: a chart as data has no code. */
export interface Implementations {
  guard?(name: string): FunctionGuard['test'] | undefined;
  action?(name: string): Action | undefined;
  /** Of a final state, by its id. */
  done?(state: string): Done | undefined;
  /** True if a function is identified by its name alone, regardless of its parameters. */
  readonly ignoresParameters?: boolean;
}

/** A chart out of a file, and what of the file it does not have. */
export interface ChartReading {
  readonly definition: ChartDefinition;
  /** One line each. */
  readonly notes: readonly string[];
  /** True if some delays in it are times, so that the length of a tick matters. */
  readonly hasDelays?: boolean;
}

/** In place of a function of which a file has the name alone. */
export const throwMissingFunction = (): never => {
  throw new Error('a chart that was read for its shape has no functions');
};

/** Stand-ins for all names of a chart that is drawn or rewritten and never played. */
export const NAMES_ALONE: Implementations = {
  guard: () => throwMissingFunction,
  action: () => throwMissingFunction,
  done: () => throwMissingFunction,
  ignoresParameters: true,
};

/** Guards that hold and actions that do nothing, in place of functions that a chart names; each is noted. */
export function createStubImplementations(notes: Set<string>): Implementations {
  return {
    guard: name => {
      notes.add(`guard "${formatQuotedText(name)}" is unknown here, and played as true`);
      return () => true;
    },
    action: name => {
      notes.add(`action "${formatQuotedText(name)}" is unknown here, and does nothing`);
      return () => undefined;
    },
    done: state => {
      notes.add(`the data of "${formatQuotedText(state)}" are unknown here: its event has none`);
      return () => undefined;
    },
    ignoresParameters: true,
  };
}

/** An object of a file; its values are not known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** True if a value is an object with keys, and not a list. */
export const isKeyedObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of what may stand alone, or not at all. */
export const wrapInArray = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** @throws InputError of the one mistake, InputErrors of several, a line each */
export function throwChartMistakes(chart: string, mistakes: readonly string[]): void {
  const all = [...new Set(mistakes)];
  const name = chart === '' ? 'the chart' : `chart "${formatQuotedText(chart)}"`;
  if (all.length === 1) throw new InputError(`${name}: ${all[0]}`);
  if (all.length > 1) throw new InputErrors([`${name} has ${all.length} mistakes:`, ...all].join('\n  '));
}
