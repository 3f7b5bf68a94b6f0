import type { ParameterDefinition } from '../../../engine/parameters/parameterDefinition.ts';
import type { Change } from '../../../engine/setup/config.ts';
import type { Differences } from '../../../workers/protocol/api.ts';
import { formatParameterValue } from '../../store/changedParameters.ts';
import { describeChange, describeChangeTime } from '../../words/describeChange.ts';
import { describeDeciderPair, isDeciderSetting } from './deciderSettings.ts';

type Setting = Differences['setup'][number];

/** A setting of both runs in words. */
interface SettingWords {
  readonly label: string;
  readonly a: string;
  readonly b: string;
}

/** The settings that differ, except the number of rounds. */
export const describeSettings = (
  settings: readonly Setting[],
  parameters: readonly ParameterDefinition[],
  tick: string,
): readonly SettingWords[] => [
  ...describeDeciderPair(settings, tick),
  ...settings
    .filter(one => isDescribedAlone(one, settings))
    .map(one => describeSetting(one, parameters, tick)),
];

const isDescribedAlone = (one: Setting, settings: readonly Setting[]): boolean =>
  one.path !== 'rounds' &&
  !one.path.startsWith('branch_of') &&
  !hasNameSetting(one.path, settings) &&
  !isDeciderSetting(one, settings);

/** True for the fingerprint or the size of a file whose name differs as well. */
const hasNameSetting = (path: string, settings: readonly Setting[]): boolean =>
  /\.(sha256|count|nodes|edges)$/.test(path) &&
  settings.some(other => other.path === path.replace(/\.\w+$/, '.name'));

function describeSetting(
  { path, a, b }: Setting,
  parameters: readonly ParameterDefinition[],
  tick: string,
): SettingWords {
  const [, name] = /^parameters\.(.+)$/.exec(path) ?? [];
  const parameter = parameters.find(one => one.name === name);
  if (parameter !== undefined) {
    const told = (value: unknown) => formatSettingValue(value, parameter);
    return { label: parameter.label, a: told(a), b: told(b) };
  }
  if (path === 'changes')
    return {
      label: 'changes',
      a: describeSettingChanges(a, parameters, tick),
      b: describeSettingChanges(b, parameters, tick),
    };
  return {
    label: path.replaceAll('_', ' ').replaceAll('.', ' '),
    a: formatSettingText(a),
    b: formatSettingText(b),
  };
}

/** "Liking 3 from round 11, agent_005 answers “reply” in round 12" */
function describeSettingChanges(
  value: unknown,
  parameters: readonly ParameterDefinition[],
  tick: string,
): string {
  if (!Array.isArray(value) || value.length === 0) return 'none';
  return (value as readonly Change[])
    .map(change => `${describeChange(change, { parameters, tick })} ${describeChangeTime(change, tick)}`)
    .join(', ');
}

const formatSettingValue = (value: unknown, parameter: ParameterDefinition): string =>
  typeof value === 'number' || typeof value === 'boolean'
    ? formatParameterValue(parameter, value)
    : formatSettingText(value);

function formatSettingText(value: unknown): string {
  const text = formatPlainSetting(value);
  if (/^[0-9a-f]{64}$/.test(text)) return text.slice(0, 8);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** "calls per run 5, tokens per run none" */
function formatPlainSetting(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(formatPlainSetting).join('; ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name.replaceAll('_', ' ')} ${formatPlainSetting(part)}`)
    .join(', ');
}
