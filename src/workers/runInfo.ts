import { notLoaded } from '../engine/errors.ts';
import type { Run } from '../engine/run.ts';
import {
  type ChartDefinition,
  describeGuard,
  type TransitionDefinition,
  targetName,
} from '../engine/statechart/definition.ts';
import type { Projection } from '../engine/statechart/projection.ts';
import type { RunInfo } from './api.ts';

const loadOutline = () => import('../engine/statechart/outline.ts').catch(notLoaded('the chart'));

/** A transition as it is shown. */
const shown = (t: TransitionDefinition) => ({
  trigger: t.trigger,
  source: t.source,
  target: targetName(t),
  guard: t.guard === undefined ? null : describeGuard(t.guard),
  ...(t.wildcard && { wildcard: true }),
  ...(t.words && { words: t.words }),
});

/** The ways between the places of a projection, each as a transition. */
const waysOf = ({ places, ways }: Projection, { transitions }: ChartDefinition) =>
  ways.map(({ transition, from, to }) => ({
    ...(transition < 0
      ? { trigger: 'another way', guard: null, isRest: true as const }
      : { ...shown(transitions[transition]), wildcard: false }),
    source: from < 0 ? '*' : places[from],
    target: places[to],
  }));

/** The page's facts about a run that has just been opened. */
export async function runInfo(run: Run, epoch: number, notes: readonly string[]): Promise<RunInfo> {
  const { state, model, config } = run;
  const { chart, table } = run.machine;
  const { projection } = table;
  const { definition } = chart;
  const outline =
    projection === null ? null : (await loadOutline()).outlineOf(run.machine.chart, table.first.next.active);
  const states = projection?.places ?? chart.states;
  const initial = projection?.placeOf(table.initial) ?? chart.initial;
  return {
    epoch,
    config,
    chart: {
      name: definition.name,
      states,
      initial: states[initial],
      ...(projection !== null &&
        outline !== null && {
          region: projection.region,
          outline,
        }),
      transitions: projection === null ? definition.transitions.map(shown) : waysOf(projection, definition),
      ...(definition.words && { words: definition.words }),
    },
    parameters: model.parameters.filter(({ name }) => state.parametersRead?.has(name) ?? true),
    table: model.table ?? null,
    series: model.series,
    groups: state.groups ?? null,
    names: Array.from({ length: state.population.size }, (_, agent) => state.nameOf(agent)),
    notes,
  };
}
