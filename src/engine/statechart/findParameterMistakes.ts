import type { ChartDefinition, ChartParameter } from './definition.ts';

/** The least and the greatest value of a parameter. */
export const getParameterRange = ({
  min = 0,
  max = 1,
}: ChartParameter): readonly [min: number, max: number] => [min, max];

/** True if a parameter takes whole numbers alone. */
export const isWholeParameter = ({ min = 0, step }: ChartParameter): boolean =>
  step === 1 && Number.isInteger(min);

/** Small letters, so that a name is the same in an address, on a command line and in a table. */
const PARAMETER_NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** Each is a field of the set-up, and a number of every agent. */
const MAX_PARAMETERS = 100;

/** Every mistake in the parameters that a chart declares, one line each. */
export function findParameterMistakes({ parameters = [] }: ChartDefinition): string[] {
  if (parameters.length > MAX_PARAMETERS)
    return [`the chart declares ${parameters.length} parameters; at most ${MAX_PARAMETERS}`];
  const mistakes: string[] = [];
  for (const [i, parameter] of parameters.entries()) {
    const { name, step, value } = parameter;
    const [min, max] = getParameterRange(parameter);
    const say = (what: string) => mistakes.push(`parameter ${i + 1} ("${name}"): ${what}`);
    if (!PARAMETER_NAME.test(name))
      say('its name needs a small letter and then small letters, digits and _, at most 40');
    if (parameters.findIndex(other => other.name === name) < i) say('is declared twice');
    if (![min, max].every(Number.isFinite) || min >= max)
      say(`its range is ${min} to ${max}, needs a min below its max`);
    else if (!Number.isFinite(max - min))
      say(`its range is ${min} to ${max}, which is wider than a number can be`);
    else if (!(value >= min && value <= max)) say(`value is ${value}, needs ${min} to ${max}`);
    if (step !== undefined && !(step > 0 && step <= max - min))
      say(`step is ${step}, needs more than 0 and at most the range of ${max - min}`);
    else if (isWholeParameter(parameter) && !Number.isInteger(value))
      say(`value is ${value}, needs a whole number, since its step is 1`);
    else if (
      isWholeParameter(parameter) &&
      ![min, max].every(end => Math.abs(end) <= Number.MAX_SAFE_INTEGER)
    )
      say(`its range is ${min} to ${max}, whose whole numbers cannot all be kept`);
  }
  return mistakes;
}
