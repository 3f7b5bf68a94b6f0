import { ENGINE_VERSION } from '../../engine/core/version.ts';
import { findBundledSource } from '../../engine/network/bundledSources.ts';
import { WEIGHT_USES } from '../../engine/network/describeWeightUse.ts';
import type { Direction } from '../../engine/network/reading/edgeReading.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { RunConfig, Setup } from '../../engine/setup/config.ts';
import { formatChange } from '../../engine/setup/formatChange.ts';
import { computePlanId, type Plan } from '../../engine/worlds/worldPlan.ts';
import type { RunInfo } from '../../workers/protocol/api.ts';
import { formatGroupedInteger, formatNounCount } from '../lib/formatCounts.ts';
import type { Worlds } from '../state/worldsState.ts';
import { isDeciderComparison, isOutcomeMeasured, isPairPlan } from './courses.ts';
import { describeAskedWorlds } from './describeAskedWorlds.ts';
import { describeReproduction } from './describeReproduction.ts';
import { NO_INTERVAL_RULE } from './summarizeOutcome.ts';

type MethodsSource = Pick<
  Worlds,
  'plan' | 'definitions' | 'played' | 'origin' | 'sweep' | 'change' | 'base' | 'asking'
>;
type MethodsRun = Pick<RunInfo, 'config' | 'subject'>;

/**
 * Methods text for a paper: model, set-up, worlds, measures, intervals, and the command that repeats it.
 * @param info of the run on the screen, which shares network and inputs with all worlds
 * @param tick the model's word for a round
 */
export function writeMethodsText(worlds: MethodsSource, info: MethodsRun, tick: string): string {
  const { plan, played, base: setup } = worlds;
  const files = Object.values(info.config.inputInfo).flatMap(one => (one ? [one] : []));
  return [
    `Model ${setup.model} of Statescope ${ENGINE_VERSION}, preset ${setup.preset}, ${describePopulation(info.config)}. Seed ${setup.seed}; ${formatNounCount(plan.rounds, tick)} after ${info.config.warmUp} of warm-up${describeTickTime(info.config, plan, tick)}. ${describeMethodDecider(worlds)}`,
    ...describeNetworkSource(info.config),
    `Parameters other than the preset’s: ${describeParameters(setup, plan)}. Changes: ${describeSetupChanges(setup)}.`,
    ...(files.length === 0
      ? []
      : [`Inputs: ${files.map(one => `${one.name} (SHA-256 ${one.sha256})`).join('; ')}.`]),
    describeDesign(worlds, tick),
    `Of ${formatGroupedInteger(plan.worlds * plan.arms.length)} worlds ${formatGroupedInteger(played.length)} were played. Measured at their end: ${describeMeasures(worlds)}`,
    `${describeIntervalMethod(worlds)} ${worlds.origin === null ? '' : `The run itself${worlds.change === null || isDeciderComparison(worlds) ? '' : ', with the change,'} has hash ${worlds.origin.hash}. `}Plan ${computePlanId(plan)}.`,
    `Software: The Statescope authors, Statescope ${ENGINE_VERSION} (MIT). Cite it with this version and the hash or the plan.`,
    describeReproduction(worlds, info),
  ].join('\n');
}

/** The decider, and its requests. */
function describeMethodDecider({ plan, asking }: MethodsSource): string {
  const [{ setup }] = plan.arms;
  const { oracle } = setup;
  if (!isLanguageModelOracle(oracle)) return 'The built-in policy decides.';
  const { model, kind, form, temperature, archetypes } = oracle;
  const once = archetypes ? ', asked once for each archetype and post' : '';
  const took = asking?.asked ? ` ${describeAskedWorlds(asking.asked)}` : '';
  return `The language model ${model} decides (${kind}, form ${form}, temperature ${temperature}${once}), the built-in policy in the warm-up.${took} A server that batches answers does not repeat itself.`;
}

const describeMeasures = (worlds: MethodsSource): string =>
  worlds.definitions
    .filter(one => isOutcomeMeasured(one, worlds))
    .map(({ label, unit, meaning }) => `${label}${unit === '' ? '' : ` (${unit})`}: ${meaning}`)
    .join(' ');

function describePopulation({ agents, networkInfo: network }: RunConfig): string {
  if (network === null) return `${formatGroupedInteger(agents)} agents`;
  const { name, nodes, edges, sha256, weights, reading } = network;
  const use = weights ? `. ${WEIGHT_USES[weights].replace(/\.$/, '')}` : '';
  // Of one that is read both ways each edge is two links.
  const links =
    reading?.direction === 'both'
      ? `${formatGroupedInteger(edges / 2)} undirected edges`
      : `${formatGroupedInteger(edges)} ${findBundledSource(network)?.isMutual ? 'undirected edges' : 'edges'}`;
  return `${formatGroupedInteger(agents)} agents on network ${name} (in the run on the screen ${formatGroupedInteger(nodes)} nodes, ${links}, SHA-256 ${sha256}${use})`;
}

/** Simulated time of a tick. */
const describeTickTime = ({ tickSeconds }: RunConfig, { arms }: Plan, tick: string): string =>
  'tick_seconds' in arms[0].values
    ? `, the simulated time of a ${tick} varied`
    : `, each ${tick} ${tickSeconds} s of simulated time`;

const DIRECTIONS: Readonly<Record<Direction, string>> = {
  follows: 'the first account of an edge follows the second',
  followed: 'the second account of an edge follows the first',
  both: 'the accounts of an edge follow each other',
};

/** The publication of a bundled network and what its links are, or how a user's file was read. */
function describeNetworkSource({ networkInfo }: RunConfig): readonly string[] {
  if (networkInfo === null) return [];
  const source = findBundledSource(networkInfo);
  const { reading, groups } = networkInfo;
  const about = [
    source && `Source of the network: ${source.citation} ${source.relation}`,
    reading &&
      `Its file was read so: ${DIRECTIONS[reading.direction]}${reading.by === 'usual' ? ', by default' : ''}. ${reading.notice}`,
    groups && `Groups are its attribute ${groups}.`,
  ].filter(Boolean);
  return about.length === 0 ? [] : [about.join(' ')];
}

/** Without swept parameters, which are described elsewhere. */
function describeParameters(setup: Setup, { arms }: Plan): string {
  const { values } = arms[0];
  const own = Object.entries(setup.parameters).filter(([name]) => !(name in values));
  return own.length === 0 ? 'none' : own.map(([name, value]) => `${name} = ${value}`).join(', ');
}

const describeSetupChanges = ({ changes }: Setup): string =>
  changes.length === 0 ? 'none' : changes.map(formatChange).join(', ');

/** Differences between worlds, and between set-ups. */
function describeDesign(worlds: MethodsSource, tick: string): string {
  const { plan } = worlds;
  const { arms, from, subject } = plan;
  const seeds = `world k draws by the seed that Threefry2x32-13 gives under key (seed, 11), counter (k, 0)`;
  const since =
    from === null
      ? `Each world is an ordinary run by another seed: ${seeds}.`
      : `Up to ${tick} ${from - 1} all worlds are the run itself; from ${tick} ${from} on ${seeds}.`;
  const many = `${formatGroupedInteger(plan.worlds)} worlds`;
  const what =
    subject === null
      ? ''
      : ` ${subject} comes again in each of them and is measured in addition to the whole. If it was chosen for its size, it is expected to be smaller in them (regression to the mean).`;
  if (isDeciderComparison(worlds))
    return `${many} decided by the model and by the built-in policy, each pair by the same seed; differences are policy less model. ${since}`;
  if (isPairPlan(worlds))
    return `${many} with and without a change (${arms[1].label}), each pair by the same seed. ${since}`;
  if (arms.length > 1)
    return `${many} of each of ${formatGroupedInteger(arms.length)} set-ups (${arms.map(({ label }) => label).join('; ')}), all by the same seeds. ${since}`;
  return `${many}. ${since}${what}`;
}

/** Meaning of ranges and intervals. */
const describeIntervalMethod = (worlds: MethodsSource): string =>
  `Ranges are the 5 and 95 % quantiles of the worlds (type 7; of whole numbers type 1, which is one of them), not confidence intervals. Intervals of 95 % for a mean${worlds.plan.arms.length > 1 ? ', or for the mean of differences world by world,' : ''} are bootstrap percentiles of 2,000 resamples drawn by the run’s seed, widened by Student’s quantile with Satterthwaite’s degrees of freedom, ${NO_INTERVAL_RULE}; for a share, Wilson’s.${worlds.plan.arms.length > 2 ? ' Where several set-ups are compared in an outcome, intervals for all of them together are Bonferroni’s (Dunn 1961).' : ''}`;
