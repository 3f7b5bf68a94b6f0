import type { Groups } from '../../core/agentGroups.ts';
import { InputError } from '../../core/errors.ts';
import { formatAgentId, type Tick } from '../../core/indices.ts';
import { computeGroupShares, defineGroupOutcomes } from '../../model/defineGroupOutcomes.ts';
import type { Model, ModelReports, ModelState } from '../../model/model.ts';
import {
  type Moment,
  type OutcomeDefinition,
  type OutcomeValues,
  orderOutcomeValues,
} from '../../model/outcomeDefinition.ts';
import { collectChartColumns } from '../../network/chartColumns.ts';
import { isGeneratorName } from '../../network/generated/generators.ts';
import type { Network } from '../../network/network.ts';
import { type Links, reverseLinks } from '../../network/networkLinks.ts';
import type { Prompt } from '../../oracle/formats/prompt.ts';
import { type ChartDefinition, getNeighbourWeightColumn } from '../../statechart/definition.ts';
import { isLeafState } from '../../statechart/hierarchy/stateTree.ts';
import type { Machine } from '../../statechart/machine.ts';
import { CAUSES, SEED_EVENT } from './bundledCharts.ts';
import { CHART_INSTRUCTIONS } from './chartDecisions.ts';
import { CHART_PARAMETERS, type ChartParameters } from './chartParameters.ts';
import { CHART } from './chartSpec.ts';
import { ChartState } from './chartState.ts';
import { type ChartInputs, loadChart } from './loadChart.ts';
import { CHART_OUTCOMES } from './reports/chartOutcomes.ts';
import type { ChartModelFrame, ChartQueries } from './reports/chartQueries.ts';
import {
  countStateOutcomes,
  defineStateOutcomes,
  measureStateOutcomes,
} from './reports/defineStateOutcomes.ts';
import { hasChanceEvents } from './stimuli.ts';

const MOVED = { name: 'moved', label: 'Ever moved', that: 'that have changed their state at least once' };

/** Agents that follow any statechart on a network: an infection, an opinion, a machine, or the user's own. */
export const chart: Model<ChartInputs, ChartParameters> = {
  ...CHART,
  contextColumn: 'context',
  series: CAUSES,
  load: loadChart,
  loadsBy: ({ network, direction, repeats, groups, own, agents, seed, preset, parameters }) =>
    isGeneratorName(network)
      ? [network, own, agents, seed, preset, parameters]
      : [
          ...[network, direction, repeats, groups, own, agents, agents !== null && seed, preset],
          ...[parameters.tick_seconds, parameters.as_noted],
          ...[parameters.delays_in_ticks, parameters.own_events_by_chance, parameters.weights_as_before],
        ],
  create: (config, inputs) => new ChartModelState(config, inputs),
};

/** The running model and all its reports. */
class ChartModelState extends ChartState implements ModelState {
  async loadReports(): Promise<ModelReports> {
    const { createChartReporter } = await import('./reports/createChartReporter.ts');
    return createChartReporter(this);
  }

  /** The common prompt of all asking states, for the document of a language model's run. */
  get template(): Prompt {
    const states = [...this.asking.states.values()];
    return {
      system: CHART_INSTRUCTIONS,
      user: states.map(({ state, template }) => `${state}: ${template}`).join('\n\n'),
    };
  }

  /** A chart reads those that it names; seeds and events by chance are for charts that answer them. */
  get parametersRead(): ReadonlySet<string> {
    const {
      definition,
      network: { name: drawn },
    } = this.inputs;
    const { read } = collectChartColumns(definition);
    const isSeeded = definition.transitions.some(({ on, trigger }) => (on ?? [trigger]).includes(SEED_EVENT));
    return new Set([
      ...read,
      ...(definition.parameters ?? []).map(({ name }) => name),
      ...CHART_PARAMETERS.flatMap(({ name, network }) => (network === drawn ? [name] : [])),
      'tick_seconds',
      'as_noted',
      ...(isSeeded ? ['seeded'] : []),
      ...(hasChanceEvents(definition, this.outside) ? ['stimulus'] : []),
    ]);
  }

  nameOf(agent: number): string {
    return this.labelOf(agent) ?? formatAgentId(agent);
  }

  labelOf(agent: number): string | null {
    return this.inputs.network.labels?.[agent] ?? null;
  }

  get ownOutcomes(): readonly OutcomeDefinition[] {
    const { groups } = this.inputs.network;
    return [
      ...defineStateOutcomes(this.machine.chart),
      ...(groups ? defineGroupOutcomes(groups, MOVED) : []),
      ...(groups && hasNeighbourRates(this.chart) ? [defineCrossingsOutcome(groups)] : []),
    ];
  }

  outcomesAt(moment: Moment, wanted?: ReadonlySet<number>): OutcomeValues {
    return measureChartOutcomes(this.machine, moment, this.inputs.network, wanted);
  }

  /** As the network's file divides its nodes. */
  get groups(): Groups | undefined {
    return this.networkGroups;
  }

  get networkGroups(): Groups | undefined {
    return this.inputs.network.groups;
  }

  order(name: string): ArrayLike<number> | null {
    return name === 'group' ? (this.groups?.of ?? null) : null;
  }

  frame(): ChartModelFrame {
    return { kind: 'chart', isOver: this.isOver, asks: this.asking.states.size > 0 };
  }

  async query(name: string, argument: unknown): Promise<ChartQueries[keyof ChartQueries]['reply']> {
    if (name === 'text') return { name: this.inputs.name, text: this.inputs.text };
    if (name === 'editChart') {
      const { editChartText } = await import('./editing/editChartText.ts');
      const { text, edit } = argument as ChartQueries['editChart']['argument'];
      return editChartText(text, edit);
    }
    if (name !== 'checkChart') throw new InputError(`model chart has no query "${name}"`);
    const { checkChartText } = await import('./editing/checkChartText.ts');
    const { tickSeconds, parameters } = this.config;
    return checkChartText(String(argument), {
      tick: tickSeconds * 1000,
      isAsNoted: parameters.as_noted === true,
    });
  }
}

/**
 * The values of `CHART_OUTCOMES`, of the states' own outcomes and of those of groups after a tick. O(moves up to it; ticks up to
 * it × states).
 * @param network that may divide its nodes into groups
 * @param wanted numbers of those that are wanted, others may be null; absent: all
 */
function measureChartOutcomes(
  machine: Machine,
  moment: Moment,
  network: Network,
  wanted?: ReadonlySet<number>,
): OutcomeValues {
  const { past, population, chart } = machine;
  const { groups } = network;
  const { tick, counts } = moment;
  const states = countStateOutcomes(chart.tree);
  const isOfState = (number: number) =>
    number >= CHART_OUTCOMES.length && number < CHART_OUTCOMES.length + states;
  const isAny = (test: (number: number) => boolean) => wanted === undefined || [...wanted].some(test);
  const ofStates = isAny(isOfState)
    ? measureStateOutcomes(moment, population.size, chart.tree)
    : new Array<null>(states).fill(null);
  // Agents' actions are counted from the log, which takes a while.
  if (!isAny(number => !isOfState(number))) return [...CHART_OUTCOMES.map(() => null), ...ofStates];
  const hasMoved = new Uint8Array(population.size);
  let moves = 0;
  past.forEach(past.start, tick, (_, agent) => {
    hasMoved[agent] = 1;
    moves++;
  });
  const movers = hasMoved.reduce((sum, moved) => sum + moved, 0);
  const commonest = Math.max(...Array.from(counts).filter((_, state) => isLeafState(chart.tree, state)));
  return [
    ...orderOutcomeValues(CHART_OUTCOMES, {
      ever_moved: movers / population.size,
      moves,
      commonest_share: commonest / population.size,
    }),
    ...ofStates,
    ...(groups ? computeGroupShares(groups, hasMoved) : []),
    ...(groups && hasNeighbourRates(chart.definition)
      ? [measureGroupCrossings(machine, network, groups, tick)]
      : []),
  ];
}

/** True if neighbours pass on anything in a chart, so that it can cross from group to group. */
const hasNeighbourRates = ({ transitions }: ChartDefinition): boolean =>
  transitions.some(({ per }) => per !== undefined);

/** Crossings from one group to another in a chart with rates for each neighbour. */
const defineCrossingsOutcome = ({ label }: Groups): OutcomeDefinition => ({
  ...{ name: 'crossings', label: `From one ${label} to another`, unit: 'share', better: null },
  meaning: `Of the moves that neighbours caused the share that came from another ${label}; where several neighbours could have caused one, each counts by its part of the rate. Nothing before there is one.`,
});

/**
 * Its value after a tick; null before the first such move. The neighbour that a move comes from is not drawn: each is
 * as likely as its part of the rate, one, or the weight of its link if weights count. O(moves × neighbours)
 */
function measureGroupCrossings(
  machine: Machine,
  network: Network,
  { of }: Groups,
  until: Tick,
): number | null {
  const { table, chart, past, population } = machine;
  const { transitions } = chart.definition;
  const sources = indexNetworkSources(network);
  const state = past.at(past.start).state.slice();
  let [moves, crossing] = [0, 0];
  /** A rate counts those who were in the state when the tick began. */
  const count = (agent: number, per: string): void => {
    const isWeighted = population.column(getNeighbourWeightColumn(per)) !== undefined;
    const number = chart.stateNumber.get(per) ?? -1;
    let [all, others] = [0, 0];
    for (let link = sources.offsets[agent]; link < sources.offsets[agent + 1]; link++) {
      const source = sources.targets[link];
      if (!table.isActive(state[source], number)) continue;
      const part = isWeighted ? (sources.weights?.[link] ?? 1) : 1;
      all += part;
      if (of[source] !== of[agent]) others += part;
    }
    if (all === 0) return;
    moves++;
    crossing += others / all;
  };
  for (let tick = past.start + 1; tick <= until; tick++) {
    past.forEach(tick - 1, tick, (_, agent, step) => {
      const { per } = transitions[table.step(step).transitions[0]];
      if (per !== undefined) count(agent, per);
    });
    past.forEach(tick - 1, tick, (_, agent, step) => {
      state[agent] = table.targets[step];
    });
  }
  return moves === 0 ? null : crossing / moves;
}

/** Whom each agent follows, with the weights of these links. */
interface CrossingSources extends Links {
  readonly weights: Float32Array | null;
}

const CROSSING_SOURCES = new WeakMap<Network, CrossingSources>();

function indexNetworkSources(network: Network): CrossingSources {
  const known = CROSSING_SOURCES.get(network);
  if (known !== undefined) return known;
  const { offsets, targets, weights, nodes } = network;
  const back = reverseLinks(network);
  const next = back.offsets.slice();
  const ordered = weights && new Float32Array(targets.length);
  for (let node = 0; ordered !== null && node < nodes; node++)
    for (let link = offsets[node]; link < offsets[node + 1]; link++)
      ordered[next[targets[link]]++] = weights![link];
  const sources = { ...back, weights: ordered };
  CROSSING_SOURCES.set(network, sources);
  return sources;
}
