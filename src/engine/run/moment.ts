import { checkTick, type Tick } from '../core/indices.ts';
import type { Growing } from '../core/tables/growing.ts';
import type { ModelState } from '../model/model.ts';
import type { Moment, OutcomeValues } from '../model/outcomeDefinition.ts';
import type { Machine } from '../statechart/machine.ts';

/** A run, as far as it is measured. */
interface Measured {
  readonly tick: Tick;
  readonly config: { readonly warmUp: number };
  readonly machine: Machine;
  readonly counts: Growing<Uint32Array>;
}

/** The measured state of a run after a tick. @throws RangeError for a tick that was not played */
export function createMoment(
  { counts, machine, config: { warmUp }, tick: last }: Measured,
  tick: Tick,
): Moment {
  checkTick(tick, -warmUp, last);
  const row = tick + warmUp;
  const { length } = machine.chart.states;
  const course = counts.data.subarray(0, (row + 1) * length);
  return { tick, counts: course.subarray(row * length), course };
}

/** Outcomes of a part of a run after a tick, by its model's definitions. @throws InputError for one that is not there */
export function measureSubjectAtTick(
  run: Measured & { readonly state: ModelState; readonly model: { readonly name: string } },
  id: string,
  tick: Tick,
): OutcomeValues {
  const values = run.state.subjectAt?.(id, createMoment(run, tick));
  if (values === undefined) throw new Error(`model ${run.model.name} measures no ${id}`);
  return values;
}
