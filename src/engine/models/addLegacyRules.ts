import type { ParameterDefinition, ParameterValue } from '../parameters/parameterDefinition.ts';
import type { Setup } from '../setup/config.ts';
import { getAgentModelEntry } from './index.ts';

/** The set-up of a run from an earlier engine, with the rules of its time as defaults. */
export async function addLegacyRules(setup: Setup, engine: string): Promise<Setup> {
  const { parameters } = await getAgentModelEntry(setup.model).model();
  const old = parameters.flatMap(parameter => getLegacyRuleValue(parameter, engine));
  return old.length === 0
    ? setup
    : { ...setup, parameters: { ...Object.fromEntries(old), ...setup.parameters } };
}

function getLegacyRuleValue(
  { name, absent, oldUntil, since = oldUntil }: ParameterDefinition,
  engine: string,
): readonly (readonly [string, ParameterValue])[] {
  return absent !== undefined && since !== undefined && isVersionBefore(engine, since)
    ? [[name, absent]]
    : [];
}

/** True if a version, such as "0.5.0", is less than another one. */
function isVersionBefore(version: string, other: string): boolean {
  const [a, b] = [version, other].map(text => text.split('.').map(Number));
  const at = a.findIndex((part, i) => part !== b[i]);
  return at >= 0 && a[at] < b[at];
}
