import { createLoadErrorHandler } from '../../engine/core/errors.ts';
import type { Oracle, OracleRecord } from '../../engine/oracle/oracle.ts';
import type { Run } from '../../engine/run/run.ts';
import {
  type ChartDefinition,
  describeGuard,
  getTargetName,
  getTransitionWords,
  type TransitionDefinition,
} from '../../engine/statechart/definition.ts';
import type { Projection } from '../../engine/statechart/hierarchy/projection.ts';
import type { ChartInfo, RunInfo } from '../protocol/api.ts';
import { loadLanguageModels } from './late/loadLanguageModels.ts';

const loadOutline = () =>
  import('../../engine/statechart/buildChartOutline.ts').catch(createLoadErrorHandler('the chart'));

/** A transition as it is shown. */
const toTransitionInfo = (t: TransitionDefinition) => ({
  trigger: t.trigger,
  source: t.source,
  target: getTargetName(t),
  guard: t.guard === undefined ? null : describeGuard(t.guard),
  ...(t.wildcard && { wildcard: true }),
  ...getTransitionWords(t),
});

/** The ways between the places of a projection, each as a transition. */
const listProjectedTransitions = ({ places, ways }: Projection, { transitions }: ChartDefinition) =>
  ways.map(({ transition, from, to }) => ({
    ...(transition < 0
      ? { trigger: 'another way', guard: null, isRest: true as const }
      : { ...toTransitionInfo(transitions[transition]), wildcard: false }),
    source: from < 0 ? '*' : places[from],
    target: places[to],
  }));

/** A run's chart as the page draws it; of one with hierarchy a part is loaded. */
export async function buildChartInfo({ machine }: Run): Promise<ChartInfo> {
  const { chart, table } = machine;
  const { projection } = table;
  const { definition } = chart;
  const outline =
    projection === null ? null : (await loadOutline()).buildChartOutline(chart, table.first.next.active);
  const states = projection?.places ?? chart.states;
  const initial = projection?.placeOf(table.initial) ?? chart.initial;
  return {
    name: definition.name,
    states,
    initial: states[initial],
    ...(projection !== null && outline !== null && { region: projection.region, outline }),
    transitions:
      projection === null
        ? definition.transitions.map(toTransitionInfo)
        : listProjectedTransitions(projection, definition),
    ...(definition.words && { words: definition.words }),
  };
}

/** Facts about a run that are collected before it is shown. */
export type RunFacts = Pick<RunInfo, 'chart' | 'handOvers' | 'repeats'>;

/** @param oracle that decides next @param wasBrought true if the run was played again to its saved round */
export async function collectRunFacts(run: Run, oracle: Oracle, wasBrought: boolean): Promise<RunFacts> {
  const chart = await buildChartInfo(run);
  if (oracle === run.policy && !wasBrought) return { chart };
  const repeats = getPolicyRunHash(oracle.record ?? run.oracleRecord);
  return {
    chart,
    handOvers: (await loadLanguageModels()).listHandOvers(run, oracle),
    ...(repeats !== null && { repeats }),
  };
}

/** Hash of the run that a recording repeats, if the policy decided all of it; else null. */
const getPolicyRunHash = ({ kind, of, recorded, earlier }: OracleRecord): string | null =>
  kind === 'replay' && earlier === undefined && (recorded as OracleRecord).kind === 'policy'
    ? String(of)
    : null;

/** A division that is both the model's and the network's is one object, on the page as well. */
function collectRunGroups({
  state: { groups, networkGroups },
}: Run): Pick<RunInfo, 'groups' | 'networkGroups'> {
  return { groups: groups ?? null, ...(networkGroups && { networkGroups }) };
}

/** The page's facts about a run that has just been opened. */
export const buildRunSummary = (
  run: Run,
  epoch: number,
  notes: readonly string[],
  facts: RunFacts,
): RunInfo => ({
  epoch,
  config: run.config,
  ...facts,
  parameters: run.model.parameters.filter(
    ({ name, oldUntil }) => oldUntil === undefined && (run.state.parametersRead?.has(name) ?? true),
  ),
  table: run.model.table ?? null,
  outcomes: run.outcomes,
  ...(run.model.subject && { subject: run.model.subject }),
  series: run.model.series,
  ...collectRunGroups(run),
  names: Array.from({ length: run.state.population.size }, (_, agent) => run.state.nameOf(agent)),
  notes,
});

/** The same, with its chart. */
export const buildRunInfo = async (run: Run, epoch: number, notes: readonly string[]): Promise<RunInfo> =>
  buildRunSummary(run, epoch, notes, { chart: await buildChartInfo(run) });
