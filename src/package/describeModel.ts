import { checkText } from '../engine/core/checkOptions.ts';
import { getAgentModelEntry } from '../engine/models/index.ts';
import type { ParameterValue } from '../engine/parameters/parameterDefinition.ts';

/** Presets, parameters, inputs and outcomes of a model. */
export interface ModelDescription {
  readonly name: string;
  readonly presets: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly meaning: string;
    /** Empty for a pure number. */
    readonly unit: string;
    readonly kind: 'number' | 'integer' | 'boolean' | 'choice';
    /** Of a number: lowest and highest value. */
    readonly range: readonly [min: number, max: number] | null;
    readonly choices: readonly string[] | null;
    /** True if it can be changed in mid-run. */
    readonly live: boolean;
    /** Value under each preset that has it. */
    readonly defaults: Readonly<Record<string, ParameterValue>>;
  }[];
  /** Files that the user may bring, by the name under which `files` has them. */
  readonly inputs: readonly { readonly name: string; readonly meaning: string }[];
  readonly outcomes: readonly { readonly name: string; readonly meaning: string }[];
}

/** Describes a model for set-ups of it. @throws InputError for an unknown name */
export async function describeModel(name: string): Promise<ModelDescription> {
  checkText(name, 'describeModel', 'first');
  const {
    presets,
    parameters,
    presetParameters = {},
    inputs,
    outcomes,
  } = await getAgentModelEntry(name).spec();
  const all = [...parameters, ...Object.values(presetParameters).flat()];
  return {
    ...{ name, presets },
    parameters: all.map(({ name: own, meaning, unit, kind, min, max, choices, live, defaults }) => ({
      ...{ name: own, meaning, unit, kind, live, defaults },
      range: kind === 'number' || kind === 'integer' ? [min, max] : null,
      choices: choices ?? null,
    })),
    inputs: inputs.map(({ name: own, meaning }) => ({ name: own, meaning })),
    outcomes: outcomes.map(({ name: own, meaning }) => ({ name: own, meaning })),
  };
}
