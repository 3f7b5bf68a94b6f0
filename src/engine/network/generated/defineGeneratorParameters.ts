import type { ParameterDefinition } from '../../parameters/parameterDefinition.ts';
import { GENERATORS, type GeneratorParameter } from './generators.ts';

/**
 * Parameters of the generated networks, each for its own network alone, for a model that plays on them.
 * @param presets of the model, under which they have the same values
 * @param isLater of a model that had them not from the first: runs of before had these values, and documents leave them
 * out
 */
export const defineGeneratorParameters = (
  presets: readonly string[],
  isLater = false,
): readonly ParameterDefinition[] =>
  GENERATORS.flatMap(({ name, parameters }) =>
    parameters.map(({ default: value, ...rest }: GeneratorParameter) => ({
      ...rest,
      unit: '',
      meaning: `${rest.meaning}. Only for ${name}.`,
      network: name,
      live: false,
      defaults: Object.fromEntries(presets.map(preset => [preset, value])),
      ...(isLater && { absent: value, untold: true as const }),
    })),
  );
