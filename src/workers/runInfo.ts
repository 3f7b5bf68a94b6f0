import type { Run } from '../engine/run.ts';
import { describeGuard, targetName } from '../engine/statechart/definition.ts';
import type { RunInfo } from './api.ts';

/** The page's facts about a run that has just been opened. */
export function runInfo(run: Run, epoch: number, notes: readonly string[]): RunInfo {
  const { state, model, config } = run;
  const { definition, states, initial } = run.machine.chart;
  return {
    epoch,
    config,
    chart: {
      name: definition.name,
      states,
      initial: states[initial],
      transitions: definition.transitions.map(t => ({
        trigger: t.trigger,
        source: t.source,
        target: targetName(t),
        guard: t.guard === undefined ? null : describeGuard(t.guard),
        ...(t.wildcard && { wildcard: true }),
        ...(t.words && { words: t.words }),
      })),
      ...(definition.words && { words: definition.words }),
    },
    parameters: model.parameters,
    table: model.table ?? null,
    series: model.series,
    groups: state.groups ?? null,
    names: Array.from({ length: state.population.size }, (_, agent) => state.nameOf(agent)),
    notes,
  };
}
