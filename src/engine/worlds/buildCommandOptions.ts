import { NO_NETWORK } from '../checks/createDefaultSetup.ts';
import type { OracleSetup } from '../oracle/oracleSetup.ts';
import { createRemoteDefaults, isRemoteOracle } from '../oracle/oracleSetup.ts';
import type { Change, Setup } from '../setup/config.ts';
import { formatChange } from '../setup/formatChange.ts';
import type { Arm, Plan } from './worldPlan.ts';

/**
 * Options after `worlds` on the command line that request a plan: the same worlds, in a table of the same bytes. One
 * list; if two set-ups differ in more than an added change, one for each of them, and the tables are of other plans.
 * @param noun of the additional subject: `post`; files of the user's are named by their kind
 */
export function buildCommandOptions(plan: Plan, noun: string | null): readonly (readonly string[])[] {
  const { arms, worlds, rounds, from, subject } = plan;
  const ends = [
    ...['--rounds', String(rounds), '--worlds', String(worlds)],
    ...(from === null || subject !== null ? [] : ['--from', String(from)]),
    ...(subject === null || noun === null ? [] : [`--${noun}`, subject, '--from', String(from)]),
  ];
  const more = buildSweepOptions(arms) ?? buildChangeOptions(arms);
  if (more !== null) return [[...buildSetupOptions(arms[0]), ...more, ...ends]];
  return arms.map(arm => [...buildSetupOptions(arm), ...ends]);
}

/** A set-up, without the parameters that are swept. */
function buildSetupOptions({ setup, values }: Arm): readonly string[] {
  const { model, network, direction, repeats, groups, own = [] } = setup;
  const { agents, seed, preset, parameters, changes } = setup;
  const set = Object.entries(parameters).filter(([name]) => !(name in values));
  return [
    ...['--model', model],
    ...(network === NO_NETWORK ? [] : ['--network', network]),
    ...(direction === undefined ? [] : ['--direction', direction]),
    ...(repeats === undefined ? [] : ['--repeats', repeats]),
    ...(groups === undefined ? [] : ['--groups', groups]),
    ...own.flatMap(name => [`--${name}`, name]),
    ...(agents === null ? [] : ['--agents', String(agents)]),
    ...['--preset', preset, '--seed', String(seed)],
    ...buildOracleOptions(setup.oracle),
    ...set.flatMap(([name, value]) => ['--set', `${name}=${value}`]),
    ...changes.flatMap(change => ['--change-at', formatChange(change)]),
  ];
}

/** Options for the decider, if it is a model on a server, without limits. */
function buildOracleOptions(oracle: OracleSetup): readonly string[] {
  if (!isRemoteOracle(oracle)) return [];
  const { kind, urls, model, form, archetypes, texts, temperature, limits } = oracle;
  const usual = createRemoteDefaults(kind);
  const { deadline } = limits;
  return [
    ...['--oracle', kind, '--oracle-url', urls.join(), '--oracle-model', model],
    ...(form === usual.form ? [] : ['--form', form]),
    ...(archetypes ? ['--per-archetype'] : []),
    ...(texts ? ['--texts'] : []),
    ...(temperature === usual.temperature ? [] : ['--temperature', String(temperature)]),
    ...(deadline === usual.limits.deadline ? [] : ['--deadline', String(deadline ?? 'none')]),
  ];
}

/** Each swept parameter with all its values; null without any. */
function buildSweepOptions(arms: readonly Arm[]): readonly string[] | null {
  const names = Object.keys(arms[0].values);
  if (names.length === 0) return null;
  return names.flatMap(name => [
    '--sweep',
    `${name}=${[...new Set(arms.map(({ values }) => values[name]))].join()}`,
  ]);
}

/** Additional change of the second arm; null if the difference is another one. */
function buildChangeOptions([first, second]: readonly Arm[]): readonly string[] | null {
  if (second === undefined) return [];
  if (second.label === BY_POLICY) return ['--change', BY_POLICY];
  const added = second.setup.changes.slice(first.setup.changes.length);
  const isSame =
    serializeSetup({ ...first.setup, changes: [...first.setup.changes, ...added] }) ===
    serializeSetup(second.setup);
  return isSame ? added.flatMap(change => ['--change', formatChange(change)]) : null;
}

const serializeSetup = (setup: Setup): string => JSON.stringify(Object.entries(setup).sort());

/** Command-line label of the policy's arm in a comparison with a language model. */
export const BY_POLICY = 'oracle=policy';

/** The two arms that compare the built-in policy with the language model that decides in a set-up. */
export const createPolicyArms = (setup: Setup): readonly Arm[] => [
  { label: '', values: {}, setup },
  { label: BY_POLICY, values: {}, setup: { ...setup, oracle: { kind: 'policy' } } },
];

/**
 * The two arms that show the effect of a change, like those of the command line: without it and with it. Its changes
 * come after those of the first if it has all of them.
 */
export function createChangeArms(setup: Setup, changed: Setup): readonly Arm[] {
  const [before, after] = [setup.changes, changed.changes].map(changes => changes.map(formatChange));
  const added: readonly Change[] = changed.changes.filter((_, at) => !before.includes(after[at]));
  const isAdded = before.every(text => after.includes(text));
  const second = isAdded ? { ...changed, changes: [...setup.changes, ...added] } : changed;
  return [
    { label: '', values: {}, setup },
    { label: added.map(formatChange).join(', '), values: {}, setup: second },
  ];
}
