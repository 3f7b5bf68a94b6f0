import { checkParameter } from '../../engine/checks/checkParameter.ts';
import { InputError } from '../../engine/core/errors.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import { getAgentModelEntry } from '../../engine/models/index.ts';
import type { ParameterDefinition, ParameterValue } from '../../engine/parameters/parameterDefinition.ts';
import type { Setup } from '../../engine/setup/config.ts';

/**
 * A set-up for other files than before: of the parameters that those declared it keeps the values that these allow.
 * @param before parameters of the run on the screen
 * @returns with the values that are left out, in words: "push 0.6"
 */
export async function keepFittingParameters(
  setup: Setup,
  before: readonly ParameterDefinition[],
  files: Files,
): Promise<{ readonly setup: Setup; readonly lost: readonly string[] }> {
  const declared = new Set(before.flatMap(({ name, declared: isOwn }) => (isOwn ? [name] : [])));
  const given = Object.entries(setup.parameters);
  if (!given.some(([name]) => declared.has(name))) return { setup, lost: [] };
  const spec = await getAgentModelEntry(setup.model).spec();
  // The engine says what is wrong with a file.
  const model = (await spec.addDeclared?.(spec, setup, files).catch(() => null)) ?? spec;
  const fits = ([name, value]: readonly [string, ParameterValue]): boolean => {
    if (!declared.has(name)) return true;
    try {
      checkParameter(model, name, value);
      return true;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return false;
    }
  };
  return {
    setup: { ...setup, parameters: Object.fromEntries(given.filter(fits)) },
    lost: given.filter(one => !fits(one)).map(([name, value]) => `${name} ${value}`),
  };
}
