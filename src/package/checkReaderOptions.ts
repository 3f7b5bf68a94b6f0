import { checkFunctions, checkOptions, checkText, describeValue } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import type { Implementations } from '../engine/statechart/formats/implementations.ts';

/** Options of a reader that are checked: some of these. */
interface ReaderOptions {
  readonly implementations?: Implementations;
  readonly tick?: number;
  readonly name?: string;
}

/** @param names of the reader's options @throws InputError for another one, and for a value of another kind */
export function checkReaderOptions(options: ReaderOptions, place: string, names: readonly string[]): void {
  checkOptions(options, place, names);
  const { implementations = {}, name, tick } = options;
  const functions = ['guard', 'action', 'done'];
  checkOptions(implementations, 'implementations', [...functions, 'ignoresParameters']);
  checkFunctions(implementations, 'implementations', functions);
  if (name !== undefined) checkText(name, place, 'as name');
  if (tick !== undefined && !(Number.isFinite(tick) && tick > 0))
    throw new InputError(`the milliseconds of a tick are ${describeValue(tick)}, need a number above 0`);
}
