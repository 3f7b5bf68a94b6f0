import { checkParameter, parseParameterValue } from '../checks/checkParameter.ts';
import { refuseContradiction } from '../checks/findContradiction.ts';
import { InputError } from '../core/errors.ts';
import { findNearestWord } from '../core/findNearestWord.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import type { ModelSpec } from '../model/model.ts';
import type { ParameterValue } from '../parameters/parameterDefinition.ts';
import type { Setup } from '../setup/config.ts';
import type { Arm } from './worldPlan.ts';

/** A parameter and the values that it goes through. */
interface Sweep {
  readonly name: string;
  readonly values: readonly ParameterValue[];
}

/** The parameters of a model, by which values are checked. */
type Parametrised = Pick<ModelSpec, 'name' | 'parameters'>;

/** Most values of one parameter. */
const MAX_VALUES = 1000;

/**
 * Reads `resharing=0.4:1.2:0.1` (from, to and step, the end included if a step meets it), `resharing=0.4,0.8,1.2` or
 * `notify=true,false`. @throws InputError naming the mistake
 */
export function parseSweep(text: string, model: Parametrised): Sweep {
  const at = text.indexOf('=');
  const [name, given] = [text.slice(0, at), text.slice(at + 1)];
  if (at <= 0 || given === '')
    throw new InputError(
      `"${formatQuotedText(text)}" is not a sweep; one reads name=from:to:step or name=value,value`,
    );
  const values: readonly ParameterValue[] = given.includes(':')
    ? parseSweepRange(given, text)
    : given.split(',').map(parseParameterValue);
  if (!model.parameters.some(parameter => parameter.name === name)) {
    const near = findNearestWord(
      name,
      model.parameters.map(parameter => parameter.name),
    );
    throw new InputError(
      `parameter "${formatQuotedText(name)}" is unknown to model ${model.name}${near === null ? '' : `; did you mean "${near}"?`}`,
    );
  }
  for (const value of values) checkParameter(model, name, value);
  const twice = values.find((value, i) => values.indexOf(value) < i);
  if (twice !== undefined) throw new InputError(`the sweep of ${name} has the value ${twice} twice`);
  return { name, values };
}

function parseSweepRange(given: string, text: string): readonly number[] {
  const parts = given.split(':').map(part => (part.trim() === '' ? Number.NaN : Number(part)));
  const [from, to, step] = parts;
  if (parts.length !== 3 || !parts.every(Number.isFinite))
    throw new InputError(
      `"${formatQuotedText(text)}" is not a sweep; a range reads from:to:step, such as 0.4:1.2:0.1`,
    );
  if (step <= 0 || to < from)
    throw new InputError(
      `the sweep "${formatQuotedText(text)}" goes nowhere: it needs a step above 0 and an end after its start`,
    );
  // 0.4 + 8 × 0.1 is 1.2000000000000002; the last step is meant to meet its end.
  const steps = Math.floor((to - from) / step + 1e-9);
  if (steps >= MAX_VALUES)
    throw new InputError(
      `the sweep "${formatQuotedText(text)}" has ${steps + 1} values; at most ${MAX_VALUES} are taken`,
    );
  return Array.from({ length: steps + 1 }, (_, i) => Number((from + i * step).toPrecision(12)));
}

/** An arm for each combination of the values of one or two sweeps; of none, the set-up itself. @throws InputError */
export function createSweepArms(setup: Setup, sweeps: readonly Sweep[], model: Parametrised): readonly Arm[] {
  if (sweeps.length > 2) throw new InputError(`${sweeps.length} parameters are swept; at most two are`);
  if (sweeps.length === 2 && sweeps[0].name === sweeps[1].name)
    throw new InputError(`${sweeps[0].name} is swept twice`);
  let arms: readonly Arm[] = [{ label: '', values: {}, setup }];
  for (const { name, values } of sweeps)
    arms = arms.flatMap(arm => values.map(value => createArmWithValue(arm, name, value, model)));
  // A value that is the usual one is not among the parameters of its arm.
  for (const { values, setup: own } of arms)
    refuseContradiction(model.parameters, { ...own, parameters: { ...own.parameters, ...values } });
  return arms.map(arm =>
    Object.keys(arm.values).length > 0 && hasOwnValues(arm, setup, model) ? { ...arm, isOwn: true } : arm,
  );
}

/** True for an arm with no other values than those that a set-up has anyway. */
export const hasOwnValues = (
  { values }: Pick<Arm, 'values'>,
  { parameters, preset }: Setup,
  { parameters: definitions }: Pick<Parametrised, 'parameters'>,
): boolean =>
  Object.entries(values).every(([name, value]) => {
    const usual = definitions.find(parameter => parameter.name === name)?.defaults[preset];
    return value === (parameters[name] ?? usual);
  });

function createArmWithValue(
  { label, values, setup }: Arm,
  name: string,
  value: ParameterValue,
  model: Parametrised,
): Arm {
  const later = setup.changes.find(change => change.kind === undefined && change.name === name);
  if (later?.kind === undefined && later !== undefined)
    throw new InputError(
      `${name} cannot be swept: the run has ${later.value} from round ${later.tick} on, whatever it was before`,
    );
  const { [name]: _, ...others } = setup.parameters;
  const isUsual =
    model.parameters.find(parameter => parameter.name === name)?.defaults[setup.preset] === value;
  return {
    label: [label, `${name} ${value}`].filter(text => text !== '').join(', '),
    values: { ...values, [name]: value },
    setup: { ...setup, parameters: isUsual ? others : { ...others, [name]: value } },
  };
}
