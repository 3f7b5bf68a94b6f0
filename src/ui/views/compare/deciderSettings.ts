import type { ParameterDefinition } from '../../../engine/parameters/parameterDefinition.ts';
import type { Change } from '../../../engine/setup/config.ts';
import type { Differences } from '../../../workers/protocol/api.ts';
import { formatParameterValue } from '../../store/changedParameters.ts';
import { describeChange, describeChangeTime } from '../../words/describeChange.ts';
import { describeDecider } from '../../words/describeDecider.ts';

const EARLIER_ORACLES = 'earlier_oracles';

type Setting = Differences['setup'][number];

/** The decider as a document names it. */
interface Decider {
  readonly kind?: string;
  readonly model?: string;
  /** Of a replay: hash of the run that is repeated, who decided there, and who did before, each up to a tick. */
  readonly of?: string;
  readonly recorded?: Decider;
  readonly earlier?: readonly Earlier[];
}
interface Earlier {
  readonly until: number;
  readonly oracle: Decider;
}

/**
 * True if a setting names the decider; such settings share a row, since one of two kinds lacks the settings of the
 * other.
 */
function isDeciderSetting({ path, a, b }: Setting, settings: readonly Setting[]): boolean {
  if (path === EARLIER_ORACLES || /^oracle\.(of|recorded|earlier)\b/.test(path)) return true;
  if (!path.startsWith('oracle.') || !settings.some(other => other.path === 'oracle.kind')) return false;
  return /^oracle\.(kind|model)$/.test(path) || a === null || b === null;
}

/** The decider of each of two runs, and the previous one, if they differ. @param tick the model's word for one */
function describeDeciderPair(settings: readonly Setting[], tick: string) {
  const rows: { label: string; a: string; b: string }[] = [];
  if (settings.some(one => one.path !== EARLIER_ORACLES && isDeciderSetting(one, settings)))
    rows.push({
      label: 'who decides',
      a: describeSideDecider(getSideDecider(settings, 'a'), tick),
      b: describeSideDecider(getSideDecider(settings, 'b'), tick),
    });
  const before = settings.find(({ path }) => path === EARLIER_ORACLES);
  const format = (some: unknown) =>
    Array.isArray(some) ? describeEarlierDeciders(some, tick) : 'nobody else';
  if (before !== undefined)
    rows.push({ label: 'who decided before', a: format(before.a), b: format(before.b) });
  return rows;
}

/** Decider settings of one side, as far as they differ. */
function getSideDecider(settings: readonly Setting[], side: 'a' | 'b'): Decider {
  const decider: Record<string, unknown> = {};
  const recorded: Record<string, unknown> = {};
  for (const setting of settings) {
    const [, of, name] = /^oracle\.(recorded\.)?(\w+)$/.exec(setting.path) ?? [];
    const value = setting[side];
    if (name !== undefined && value !== null) (of === undefined ? decider : recorded)[name] = value;
  }
  const isSaid = 'kind' in recorded || 'model' in recorded;
  return { ...(isSaid && { recorded }), ...decider };
}

function describeSideDecider(
  { kind = 'replay', model, of, recorded, earlier }: Decider,
  tick: string,
): string {
  if (model !== undefined || kind === 'policy') return describeDecider({ kind, model });
  if (kind !== 'replay') return `a model by ${kind}`;
  const run = of === undefined ? 'a run' : `run ${of.slice(0, 8)}`;
  const by = recorded === undefined ? '' : `, by ${describeSideDecider(recorded, tick)}`;
  const before = earlier === undefined ? '' : `, before by ${describeEarlierDeciders(earlier, tick)}`;
  return `the answers of ${run}${by}${before}`;
}

const describeEarlierDeciders = (some: readonly Earlier[], tick: string): string =>
  some.map(({ until, oracle }) => `${describeSideDecider(oracle, tick)}, up to ${tick} ${until}`).join('; ');

type DescribeSettingsSetting = Differences['setup'][number];

/** A setting of both runs in words. */
interface SettingWords {
  readonly label: string;
  readonly a: string;
  readonly b: string;
}

/** The settings that differ, except the number of rounds. */
export const describeSettings = (
  settings: readonly DescribeSettingsSetting[],
  parameters: readonly ParameterDefinition[],
  tick: string,
): readonly SettingWords[] => [
  ...describeDeciderPair(settings, tick),
  ...settings
    .filter(one => isDescribedAlone(one, settings))
    .map(one => describeSetting(one, parameters, tick)),
];

const isDescribedAlone = (
  one: DescribeSettingsSetting,
  settings: readonly DescribeSettingsSetting[],
): boolean =>
  one.path !== 'rounds' &&
  !one.path.startsWith('branch_of') &&
  !hasNameSetting(one.path, settings) &&
  !isDeciderSetting(one, settings);

/** True for the fingerprint or the size of a file whose name differs as well. */
const hasNameSetting = (path: string, settings: readonly DescribeSettingsSetting[]): boolean =>
  /\.(sha256|count|nodes|edges)$/.test(path) &&
  settings.some(other => other.path === path.replace(/\.\w+$/, '.name'));

function describeSetting(
  { path, a, b }: DescribeSettingsSetting,
  parameters: readonly ParameterDefinition[],
  tick: string,
): SettingWords {
  const [, name] = /^parameters\.(.+)$/.exec(path) ?? [];
  const parameter = parameters.find(one => one.name === name);
  if (parameter !== undefined) {
    const format = (value: unknown) => formatSettingValue(value, parameter);
    return { label: parameter.label, a: format(a), b: format(b) };
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
