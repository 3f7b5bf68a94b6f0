import { InputError, TooLarge } from '../core/errors.ts';
import type { Material, ModelSpec } from '../model/model.ts';
import { GENERATORS } from '../network/generated/generators.ts';
import type { ParameterValue } from '../parameters/parameterDefinition.ts';
import type { Setup } from '../setup/config.ts';

/** Bytes above which a run is only made when that is wanted. */
export const LARGE = 2_000_000_000;

/** Factors of a run's size. */
interface Extent {
  readonly agents: number;
  readonly edges: number;
  /** Most transitions in an agent's history. */
  readonly depth: number;
  readonly usesNetwork: boolean;
}

/** Bytes, measured: columns of an agent, an agent with a dossier, an edge while its network is built, an entry of a history. */
const COST = { columns: 1_000, dossier: 7_000, edge: 40, entry: 4 } as const;

/** Most agents without a network, and on a generated one. */
const MAX_AGENTS_BY_NETWORK = { alone: [100_000, '100,000'], generated: [1_000_000, '1,000,000'] } as const;

const isNetworkGenerated = ({ network }: Setup): boolean => GENERATORS.some(({ name }) => name === network);

/** Checks the number of agents, except for a sample. @throws InputError */
export function checkAgentCount(setup: Setup, { usesNetwork }: ModelSpec): void {
  const { agents } = setup;
  if (agents === null || (usesNetwork && !isNetworkGenerated(setup))) return;
  const [most, said] = usesNetwork ? MAX_AGENTS_BY_NETWORK.generated : MAX_AGENTS_BY_NETWORK.alone;
  if (!(Number.isInteger(agents) && agents >= 1 && agents <= most))
    throw new InputError(`agents must be a whole number from 1 to ${said}, not ${agents}`);
}

/** True if two set-ups take as much memory: the open run was accepted. */
export const hasSameRunSize = (...both: readonly [Setup, Setup]): boolean => {
  const [a, b] = both.map(({ model, preset, network, agents, parameters }) =>
    JSON.stringify([model, preset, network, agents, Object.entries(parameters).sort()]),
  );
  return a === b;
};

/** About how many bytes a run takes before its first round. */
export const estimateRunBytes = ({ agents, edges, depth, usesNetwork }: Extent): number =>
  agents * ((usesNetwork ? COST.columns : COST.dossier) + COST.entry * depth) + edges * COST.edge;

/**
 * Refuses a set-up that would take too much, as far as it names its size itself: before its inputs are there.
 * @throws TooLarge
 */
export function checkPlannedSize(setup: Setup, model: ModelSpec): void {
  const { agents, network } = setup;
  if (agents === null) return;
  const of = (name: string) => getParameterNumber(setup, model, name);
  const perAgent: Readonly<Record<string, number>> = {
    'scale-free': of('edges_per_newcomer'),
    'small-world': of('neighbours') / 2,
    random: of('edges_per_agent'),
  };
  const isMade = isNetworkGenerated(setup);
  const isSample = model.usesNetwork && !isMade;
  // A sample is at most as large as its source, which is not known yet.
  if (!isSample) checkRunSize(setup, model, agents, isMade ? agents * perAgent[network] : 0);
}

/** The same, once the inputs are there. @throws TooLarge */
export const checkLoadedSize = (setup: Setup, model: ModelSpec, { agents, networkInfo }: Material): void =>
  checkRunSize(setup, model, agents, networkInfo?.edges ?? 0);

function checkRunSize(setup: Setup, model: ModelSpec, agents: number, edges: number): void {
  const { usesNetwork } = model;
  const depth = getParameterNumber(setup, model, 'history_depth');
  const bytes = estimateRunBytes({ agents, edges, depth, usesNetwork });
  if (bytes <= LARGE) return;
  const parts = [
    `${agents} agents`,
    ...(edges > 0 ? [`${edges} edges`] : []),
    `${depth} transitions in a history`,
  ];
  throw new TooLarge(
    `this run would take about ${(bytes / 1e9).toFixed(1)} GB of memory, with ${parts.join(', ')}`,
  );
}

/** A parameter's number under a set-up; 0 for one that the model does not have. */
function getParameterNumber(
  { parameters, preset }: Setup,
  { parameters: all }: ModelSpec,
  name: string,
): number {
  const value: ParameterValue | undefined =
    parameters[name] ?? all.find(parameter => parameter.name === name)?.defaults[preset];
  return typeof value === 'number' ? value : 0;
}
