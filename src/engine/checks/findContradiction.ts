import { InputError } from '../core/errors.ts';
import type { ParameterDefinition, ParameterValues } from '../parameters/parameterDefinition.ts';
import type { Change } from '../setup/config.ts';
import { filterParameterChanges, sortChanges } from '../setup/setupChanges.ts';

/** Given values and changes of a set-up. */
interface Given {
  readonly parameters: ParameterValues;
  readonly changes: readonly Change[];
}

/** A value that an older parameter contradicts, which would win: its name, and what is wrong in words. */
interface Contradiction {
  readonly name: string;
  readonly problem: string;
}

/**
 * The first value, from the start or by a change, that has no effect because an older parameter says another one; null for
 * none.
 */
export function findContradiction(
  definitions: readonly ParameterDefinition[],
  { parameters, changes }: Given,
): Contradiction | null {
  const later = filterParameterChanges(sortChanges(changes));
  for (const { name, older } of definitions) {
    if (older === undefined) continue;
    const isOlderOn = (tick: number) =>
      (later.findLast(change => change.name === older.name && change.tick <= tick)?.value ??
        parameters[older.name]) === true;
    const given = [
      ...(parameters[name] === undefined ? [] : [{ tick: 0, value: parameters[name] }]),
      ...later.filter(change => change.name === name),
    ];
    const lost = given.find(({ tick, value }) => value !== older.value && isOlderOn(tick));
    if (lost !== undefined)
      return {
        name: older.name,
        problem: `means ${name}=${older.value}, and ${name}=${lost.value} is given too: leave one of them out`,
      };
  }
  return null;
}

/** @throws InputError for a value that an older parameter contradicts */
export function refuseContradiction(definitions: readonly ParameterDefinition[], given: Given): void {
  const found = findContradiction(definitions, given);
  if (found !== null) throw new InputError(`${found.name}=true ${found.problem}`);
}
