import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import { formatStartTime } from '../core/formatTimestamp.ts';
import { isValidSeed, MAX_SEED } from '../core/isValidSeed.ts';
import type { Material, ModelSpec } from '../model/model.ts';
import type { ParameterValue } from '../parameters/parameterDefinition.ts';
import type { RunConfig, Setup } from '../setup/config.ts';
import { checkChangeSubjects, sortChanges } from '../setup/setupChanges.ts';
import { checkParameter } from './checkParameter.ts';

/** Checks a set-up but for who decides and its changes, before its inputs are loaded. @throws InputError naming value and place */
export function checkSetup(setup: Setup, model: ModelSpec): void {
  if (!isValidSeed(setup.seed))
    throw new InputError(`seed must be a whole number from 0 to ${MAX_SEED}, not ${setup.seed}`);
  if (!model.presets.includes(setup.preset))
    throw new InputError(
      `preset "${formatQuotedText(setup.preset)}" is unknown; available: ${model.presets.join(', ')}`,
    );
  for (const name of setup.own ?? [])
    if (!model.inputs.some(input => input.name === name))
      throw new InputError(`model ${model.name} takes no ${name}`);
  for (const [name, value] of Object.entries(setup.parameters)) checkParameter(model, name, value);
  model.agree?.(setup.parameters);
}

/** Fills in every default. @throws InputError for a change of somebody whom the run does not have */
export function resolveRunConfig(
  setup: Setup,
  model: ModelSpec,
  { agents, networkInfo, inputInfo, parameters: given = {} }: Omit<Material, 'inputs' | 'notes'>,
): RunConfig {
  checkChangeSubjects(setup.changes, agents);
  const parameters: Record<string, ParameterValue> = {};
  for (const p of model.parameters)
    parameters[p.name] = setup.parameters[p.name] ?? given[p.name] ?? p.defaults[setup.preset];
  return {
    ...setup,
    agents,
    networkInfo,
    inputInfo,
    warmUp: getNumberOrDefault(parameters.warm_up, 0),
    startTime: formatStartTime(getNumberOrDefault(parameters.start_hour, 10)),
    tickSeconds: getNumberOrDefault(parameters.tick_seconds, 180),
    parameters,
    changes: sortChanges(setup.changes),
  };
}

const getNumberOrDefault = (value: ParameterValue | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;
