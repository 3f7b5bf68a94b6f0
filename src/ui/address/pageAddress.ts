import { NO_NETWORK } from '../../engine/checks/createDefaultSetup.ts';
import { createLoadErrorHandler } from '../../engine/core/errors.ts';
import { MAX_ROUNDS } from '../../engine/core/indices.ts';
import { MAX_SEED } from '../../engine/core/isValidSeed.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import { DEFAULT_SETUP } from '../../engine/models/defaultSetup.ts';
import type { Setup } from '../../engine/setup/config.ts';
import { formatChange } from '../../engine/setup/formatChange.ts';
import {
  getModelAppearance,
  getModelDefaults,
  isRecordedModel,
  listModelChoices,
} from '../model/getModelAppearance.ts';
import { findModelPlugin, listPageModels, loadModelPlugin } from '../model/registered.ts';
import { FILE_NETWORK, type NamedChoice } from '../state/oracleChoices.ts';
import { LOOKING_NAMES, type Viewpoint } from '../state/viewpoint.ts';
import { getInitialRounds } from '../store/howFar.ts';
import type { AddressProblem } from './describeProblemList.ts';
import type { AddressSource } from './readCheckedParameters.ts';
import type { Reject } from './readOracleSetup.ts';
import { ORACLE_NAMES, writeOracleAddress } from './writeOracleAddress.ts';

/** The requests of an address, and its problems (each names the value and its place). */
interface Address {
  readonly setup: Setup;
  /** Rounds to run at once on load. */
  readonly rounds: number;
  /** Rounds to run once the file comes that the address names and cannot hold. */
  readonly awaitedRounds: number;
  /** Null: nothing in particular. */
  readonly looking: Viewpoint | null;
  readonly problems: readonly string[];
}

/** Names in an address, except parameters and inputs. */
const ADDRESS_NAMES = [
  'model',
  'network',
  'preset',
  'seed',
  'agents',
  'rounds',
  'change',
  'branch',
  ...LOOKING_NAMES,
  ...ORACLE_NAMES,
];

/**
 * All known names, including the inputs of all models, whose values only say that there were files of the
 * user's.
 */
const listAddressNames = (): ReadonlySet<string> =>
  new Set([...ADDRESS_NAMES, ...listPageModels().flatMap(({ inputs }) => inputs)]);

/** Reader of rare parts of an address, in a chunk of its own. */
export const loadRareAddressCode = () =>
  import('./rareAddress.ts').catch(createLoadErrorHandler('the reader of this address'));

/**
 * Reads the part of an address after `?`, for which the half of its model is loaded. Invalid values are reported and
 * replaced by their defaults.
 * @param files that came with the address
 * @throws Error, in one line, if that half cannot be loaded
 */
export async function parseAddress(
  query: string,
  base: Setup = DEFAULT_SETUP,
  files: Files = {},
): Promise<Address> {
  const held = Object.keys(files);
  const given = new URLSearchParams(query);
  const problems: AddressProblem[] = [];
  const reject: Reject = (name, value, want) => void problems.push({ name, value, want });
  let isWhole = true;
  /** Without a file of the user's the run is another one: it is not played. */
  const miss = (noun: string) => {
    isWhole = false;
    problems.push({ noun });
  };
  const choose = (
    name: 'model' | 'network' | 'preset',
    choices: readonly NamedChoice[],
    defaults: Setup,
  ): string => {
    const value = given.get(name);
    if (value === null || choices.some(choice => choice.value === value)) return value ?? defaults[name];
    if (name === 'network' && value === FILE_NETWORK) {
      if (held.includes(name)) return value;
      miss('network');
    } else reject(name, value, `choose ${formatChoiceList(choices)}`);
    return defaults[name];
  };
  const whole = (name: string, least: number, most: number, fallback: number | null): number | null => {
    const value = given.get(name);
    if (value === null) return fallback;
    if (/^\d+$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
    reject(name, value, `must be a whole number from ${least} to ${most}`);
    return fallback;
  };
  const model = choose('model', listModelChoices(), base);
  await loadModelPlugin(model);
  const look = getModelAppearance(model);
  const kept = [...(findModelPlugin(model)?.kept?.inputs() ?? []), ...held];
  const defaults = getModelDefaults(model, base);
  const network = given.get('network');
  if (look.networks.length === 0 && network !== null && network !== NO_NETWORK)
    reject('network', network, `model ${model} has no network`);
  for (const { name, noun } of look.inputs) {
    const value = given.get(name);
    if (value === null || kept.includes(name)) continue;
    if (value === FILE_NETWORK) miss(noun);
    else if (look.presets.some(preset => preset.value === value))
      reject(name, value, `ours is preset=${value}`);
    else reject(name, value, `drop the ${noun} on the page again`);
  }
  const own = look.inputs
    .map(({ name }) => name)
    .filter(name => kept.includes(name) && given.get(name) === FILE_NETWORK);
  const kind = given.get('oracle');
  const preset = choose('preset', look.presets, defaults);
  const setup: Setup = {
    ...defaults,
    ...(own.length > 0 && { own }),
    model,
    network: look.networks.length > 0 ? choose('network', look.networks, defaults) : defaults.network,
    agents: whole('agents', 1, 1_000_000, defaults.agents),
    seed: whole('seed', 0, MAX_SEED, defaults.seed) ?? defaults.seed,
    preset,
    ...(kind !== null && {
      oracle:
        kind === 'policy'
          ? { kind }
          : (await loadRareAddressCode()).readOracleSetup(given, defaults.oracle, reject),
    }),
    ...(await readAddressParameters(given, { model, own, preset, files }, reject)),
  };
  const branchOf = given.has('branch')
    ? (await loadRareAddressCode()).readBranchOrigin(given, setup.changes, reject)
    : null;
  const rounds = whole('rounds', 0, MAX_ROUNDS, getInitialRounds(model)) ?? 0;
  const looking =
    isWhole && LOOKING_NAMES.some(name => given.has(name))
      ? await (await loadRareAddressCode()).readLooking(given, model, reject)
      : null;
  return {
    setup: branchOf ? { ...setup, branchOf } : setup,
    rounds: isWhole ? rounds : 0,
    awaitedRounds: isWhole ? 0 : rounds,
    looking,
    problems: await describeAddressProblems(problems),
  };
}

/**
 * The parameters of an address, their changes and the reading of a file, checked against the definitions of its model,
 * which is loaded if there are some.
 */
async function readAddressParameters(
  given: URLSearchParams,
  source: AddressSource,
  reject: Reject,
): Promise<Partial<Setup>> {
  const known = listAddressNames();
  if (!given.has('change') && [...given.keys()].every(name => known.has(name))) return {};
  const { readCheckedParameters } = await loadRareAddressCode();
  return readCheckedParameters(given, source, known, reject);
}

const formatChoiceList = (choices: readonly NamedChoice[]): string =>
  choices.map(choice => choice.value).join(', ');

/**
 * The address that repeats a run: the parts of the set-up that differ from the default, and the rounds (0: left out,
 * but of a recording, which is else shown to its end).
 * @param looking what of it is looked at
 */
export function writeAddress(
  setup: Setup,
  rounds: number,
  looking: Partial<Viewpoint> | null = null,
): string {
  const query = new URLSearchParams({
    model: setup.model,
    ...(setup.network !== NO_NETWORK && { network: setup.network }),
    seed: String(setup.seed),
    ...(setup.direction && { direction: setup.direction }),
    ...(setup.repeats && { repeats: setup.repeats }),
    ...(setup.groups && { groups: setup.groups }),
    ...writeOracleAddress(setup.oracle),
  });
  for (const name of setup.own ?? []) query.set(name, FILE_NETWORK);
  if (setup.preset !== getModelDefaults(setup.model).preset) query.set('preset', setup.preset);
  if (setup.agents !== null) query.set('agents', String(setup.agents));
  for (const [name, value] of Object.entries(setup.parameters)) query.set(name, String(value));
  for (const change of setup.changes) query.append('change', formatChange(change));
  if (setup.branchOf) {
    const { hash, rounds: played, after, by } = setup.branchOf;
    const at = setup.changes.findIndex(change => JSON.stringify(change) === JSON.stringify(by));
    if (at >= 0) query.set('branch', [hash, played, after, at + 1].join());
  }
  if (rounds > 0 || isRecordedModel(setup.model)) query.set('rounds', String(rounds));
  if (looking?.at != null) query.set('at', String(looking.at));
  if (looking?.agents?.length) query.set('who', looking.agents.map(agent => agent + 1).join());
  for (const name of ['hash', 'colour', 'rare', 'view', 'show'] as const) {
    const value = looking?.[name];
    if (value) query.set(name, value);
  }
  for (const text of looking?.pauses ?? []) query.append('pause', text);
  return `?${query.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%2C', ',')}`;
}

const describeAddressProblems = async (problems: readonly AddressProblem[]): Promise<readonly string[]> =>
  problems.length === 0 ? [] : (await loadRareAddressCode()).describeProblemList(problems);
