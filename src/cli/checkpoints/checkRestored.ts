import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { walkJsonDifferences } from '../../engine/core/json/walkJsonDifferences.ts';
import type { Run } from '../../engine/run/run.ts';
import type { RunSnapshot } from '../../engine/run/snapshot.ts';

/**
 * Restores a saved run if a run could have saved it: saving the restored run again gives the same data, and every value
 * is in range.
 * @throws InputError naming the file and the place; NotRestored if restoring breaks off
 */
export function restoreCheckedRun(run: Run, saved: RunSnapshot, name: string): void {
  const damaged = (place: string): InputError =>
    new InputError(
      `${name} was changed or damaged: ${formatQuotedText(place, 120)} does not belong to a run like this`,
    );
  const misfit = findOutOfRangePart(run, saved);
  if (misfit !== null) throw damaged(`run.${misfit}`);
  const place = findDifferencePath(saved, resaveRestoredRun(run, saved), 'run');
  if (place !== null) throw damaged(place);
}

/** A saved run that could not be restored. */
export class NotRestored extends Error {}

/** Saved data of a restored run, without the fields that a snapshot leaves undefined. @throws NotRestored */
function resaveRestoredRun(run: Run, saved: RunSnapshot): unknown {
  try {
    run.restore(saved);
    return JSON.parse(JSON.stringify(run.save()));
  } catch (cause) {
    throw new NotRestored('the run could not be restored', { cause });
  }
}

/** The first part whose numbers do not go with the agents, the chart or the ticks; null for none. */
function findOutOfRangePart(run: Run, saved: RunSnapshot) {
  const { tick, population, log, counts, flows, series, failures } = saved;
  const { chart } = run.machine;
  const numbers = saved.machine?.table;
  const configurations = chart.isFlat ? chart.states.length : (numbers?.configurations.length ?? 0);
  const steps = chart.isFlat ? chart.target.length : (numbers?.steps.length ?? 0);
  const { agents, warmUp } = run.config;
  const ticks = tick + warmUp;
  const below = (values: ArrayLike<number>, most: number) => Array.from(values).every(value => value < most);
  const rows = log.agent.length;
  const ascends = log.tickStart.every((row, i, all) => row <= rows && (i === 0 || row >= all[i - 1]));
  const checks: readonly (readonly [place: string, fits: boolean])[] = [
    ['tick', ticks >= 0],
    ['machine', saved.machine === undefined || fitsMachineSize(run, saved.machine, configurations)],
    ['population', Object.values(population).every(column => column.length === agents)],
    ['population', below(population['.state'] ?? [], configurations)],
    ['log.tickStart', log.tickStart.length === ticks && ascends],
    ['log.agent', below(log.agent, agents)],
    ['log.transition', log.transition.length === rows && below(log.transition, steps)],
    ['log.context', log.context.length === rows],
    ['counts', counts.length === (ticks + 1) * chart.states.length],
    ['flows', flows.length === (ticks + 1) * chart.target.length],
    ['series', series.length === (ticks + 1) * run.model.series.length],
    [
      'failures',
      failures.kept.every(({ agent, transition }) => agent < agents && transition < chart.target.length),
    ],
  ];
  return checks.find(([, fits]) => !fits)?.[0] ?? null;
}

/** True if the chart's stored tables match its agents, states and transitions. */
function fitsMachineSize(
  { machine: { chart }, config }: Run,
  { timers, variables, table }: NonNullable<RunSnapshot['machine']>,
  configurations: number,
): boolean {
  const areStates = (states: readonly number[]) => states.every(state => state < chart.states.length);
  return (
    timers.every(({ agent }) => agent < config.agents) &&
    variables.length === config.agents &&
    table.configurations.every(
      ({ active, memory, order = [] }) =>
        areStates(active) &&
        areStates(order) &&
        memory.length === chart.tree.histories.length &&
        memory.every(states => states === null || areStates(states)),
    ) &&
    table.steps.every(
      ({ from, enabled }) =>
        from < configurations &&
        enabled.length > 0 &&
        enabled.every(([transition, source]) => transition < chart.target.length && areStates([source])),
    )
  );
}

/** Path of the first difference between two JSON values: `run.counts.3`; null if they are equal. @param place of both */
export function findDifferencePath(one: unknown, other: unknown, place: string): string | null {
  const first = walkJsonDifferences(one, other, haveOtherCounts).next().value;
  return first === undefined ? null : [place, ...first.path].join('.');
}

const haveOtherCounts = (one: object, other: object): boolean =>
  Object.keys(one).length !== Object.keys(other).length;
