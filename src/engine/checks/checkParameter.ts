import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import type { ModelSpec } from '../model/model.ts';
import type { ParameterDefinition, ParameterValue } from '../parameters/parameterDefinition.ts';
import type { ParameterChange } from '../setup/config.ts';

/** The part of a model that parameters are checked against. */
export type Parametrised = Pick<ModelSpec, 'name' | 'parameters' | 'interventions'>;

/** @throws InputError for an unknown name or a value out of range. */
export function checkParameter(model: Parametrised, name: string, value: unknown): ParameterDefinition {
  const definition = model.parameters.find(p => p.name === name);
  if (definition === undefined)
    throw new InputError(`parameter "${formatQuotedText(name)}" is unknown to model ${model.name}`);
  const { kind, min, max, step, choices } = definition;
  const given = describeGiven(value);
  if (kind === 'boolean') {
    if (typeof value !== 'boolean') throw new InputError(`${name} must be true or false, not ${given}`);
    return definition;
  }
  if (choices !== undefined) {
    if (typeof value !== 'string' || !choices.includes(value))
      throw new InputError(`${name} must be one of ${choices.join(', ')}, not ${given}`);
    return definition;
  }
  const fits = typeof value === 'number' && value >= min && value <= max;
  const even = kind === 'integer' && step === 2;
  if (!fits || (kind === 'integer' && !Number.isInteger(value)) || (even && value % 2 !== 0)) {
    const sort = even ? 'an even number' : kind === 'integer' ? 'a whole number' : 'a number';
    throw new InputError(`${name} must be ${sort} from ${min} to ${max}, not ${given}`);
  }
  return definition;
}

/** A value in a message; a text that reads like a number or a truth is named as one, since else its message says that 3 is not 3. */
function describeGiven(value: unknown): string {
  if (value === '') return 'nothing';
  const text = formatQuotedText(String(value));
  const isMisleading = typeof value === 'string' && parseParameterValue(value) !== value;
  return isMisleading ? `the text "${text}"` : text;
}

/** @throws InputError for a parameter that only takes effect at the start of a run. */
export function checkParameterChange(model: Parametrised, change: ParameterChange): void {
  const definition = checkParameter(model, change.name, change.value);
  if (!definition.live)
    throw new InputError(`${change.name} cannot be changed in mid-run; reset with the new value`);
  if (!Number.isInteger(change.tick) || change.tick < 1)
    throw new InputError(`a change of ${change.name} needs a tick from 1, not ${change.tick}`);
}

/** Reads `name=value` as a person types it. @throws InputError when it has another form. */
export function parseParameterAssignment(
  text: string,
  model: ModelSpec,
): { name: string; value: ParameterValue } {
  const at = text.indexOf('=');
  if (at <= 0) throw new InputError(`"${formatQuotedText(text)}" is not name=value`);
  const name = text.slice(0, at);
  const given = text.slice(at + 1);
  const value = parseParameterValue(given);
  checkParameter(model, name, value);
  return { name, value };
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A value as a person types it: "true" and "false" are booleans, decimal numbers are numbers; anything else is a text. */
export function parseParameterValue(text: string): ParameterValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return DECIMAL.test(text.trim()) ? Number(text) : text;
}
