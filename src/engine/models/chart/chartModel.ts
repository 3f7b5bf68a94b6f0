import type { Groups } from '../../core/agentGroups.ts';
import { InputError } from '../../core/errors.ts';
import { formatAgentId } from '../../core/indices.ts';
import { defineGroupOutcomes } from '../../model/defineGroupOutcomes.ts';
import type { Model, ModelReports, ModelState } from '../../model/model.ts';
import type { Moment, OutcomeDefinition, OutcomeValues } from '../../model/outcomeDefinition.ts';
import { isGeneratorName } from '../../network/generated/generators.ts';
import type { Prompt } from '../../oracle/formats/prompt.ts';
import { CAUSES, SEED_EVENT } from './bundledCharts.ts';
import { collectChartColumns } from './chartColumns.ts';
import { CHART_PARAMETERS } from './chartParameters.ts';
import { CHART_INSTRUCTIONS } from './chartQuestion.ts';
import { CHART } from './chartSpec.ts';
import { ChartState } from './chartState.ts';
import { defineCrossingsOutcome, hasNeighbourRates } from './groupCrossings.ts';
import { type ChartInputs, loadChart } from './loadChart.ts';
import type { ChartModelFrame, ChartQueries } from './reports/chartQueries.ts';
import { defineStateOutcomes } from './reports/defineStateOutcomes.ts';
import { measureChartOutcomes } from './reports/measureChartOutcomes.ts';
import { hasChanceEvents } from './stimuli.ts';

const MOVED = { name: 'moved', label: 'Ever moved', that: 'that have changed their state at least once' };

/** Agents that follow any statechart on a network: an infection, an opinion, a machine, or the user's own. */
export const chart: Model<ChartInputs> = {
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
