import type { Tick } from '../indices.ts';
import { momentOf } from '../moment.ts';
import type { OutcomeValues } from '../outcomes.ts';
import type { Run } from '../run.ts';
import type { Comparison, Condition, ConditionNames } from './condition.ts';

/** A condition that a tick met. */
export interface Met {
  /** Place of the condition among those that are watched. */
  readonly condition: number;
  readonly tick: Tick;
  /** Who met it first in that tick; null where it is about nobody in particular. */
  readonly agent: number | null;
}

const HOLDS: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
};

/** The names that conditions of a run can have. */
export const namesOf = ({ config, machine: { chart }, model }: Run): ConditionNames => ({
  agents: config.agents,
  states: chart.states,
  triggers: chart.triggers,
  outcomes: model.outcomes,
});

/** Looks at each sealed tick of a run for what it is to be stopped at. */
export class RunWatch {
  readonly #run: Run;
  readonly #conditions: readonly Condition[];
  readonly #outcomesAt: OutcomesAt;
  #failures: number;

  constructor(run: Run, conditions: readonly Condition[]) {
    this.#run = run;
    this.#conditions = conditions;
    this.#outcomesAt = outcomesOf(run);
    this.#failures = failuresOf(run);
  }

  /** What the last sealed tick met, in the order of the conditions. */
  met(): readonly Met[] {
    const run = this.#run;
    const failed = failuresOf(run) > this.#failures;
    this.#failures = failuresOf(run);
    return metIn(run, this.#conditions, run.tick, this.#outcomesAt).concat(
      this.#conditions.flatMap(({ kind }, condition) =>
        kind === 'fails' && failed ? [{ condition, tick: run.tick, agent: null }] : [],
      ),
    );
  }
}

type OutcomesAt = (tick: Tick) => OutcomeValues;

/** A run's outcomes, of which those of the last two ticks that were asked for are remembered: conditions share them. */
function outcomesOf(run: Run): OutcomesAt {
  const known: { readonly tick: Tick; readonly values: OutcomeValues }[] = [];
  return tick => {
    const found = known.find(one => one.tick === tick);
    if (found !== undefined) return found.values;
    const values = run.outcomesAt(tick);
    known.unshift({ tick, values });
    known.length = Math.min(known.length, 2);
    return values;
  };
}

const failuresOf = ({ state, machine }: Run): number => state.failureCount + machine.failures.count;

/** What a tick that has been played met; failures are known only while it is played. O(its rows; an outcome as its model has it) */
export function metIn(
  run: Run,
  conditions: readonly Condition[],
  tick: Tick,
  outcomesAt = outcomesOf(run),
): readonly Met[] {
  const met = new Map<number, number | null>();
  const rows = conditions.flatMap((condition, at) =>
    condition.kind === 'compares' || condition.kind === 'fails' ? [] : [{ condition, at }],
  );
  if (rows.length > 0)
    run.machine.past.forEach(tick - 1, tick, (_, agent, step) => {
      for (const { condition, at } of rows)
        if (!met.has(at) && isMetBy(run, condition, agent, step)) met.set(at, agent);
    });
  for (const [at, condition] of conditions.entries())
    if (condition.kind === 'compares' && comesToHold(run, condition, tick, outcomesAt)) met.set(at, null);
  return [...met].sort(([a], [b]) => a - b).map(([condition, agent]) => ({ condition, tick, agent }));
}

function isMetBy({ machine }: Run, condition: Condition, agent: number, step: number): boolean {
  if ('agent' in condition && condition.agent !== null && condition.agent !== agent) return false;
  const { entered, transitions } = machine.table.step(step);
  if (condition.kind === 'enters') return entered.includes(condition.state);
  if (condition.kind !== 'takes') return condition.kind === 'moves';
  const { definition } = machine.chart;
  return transitions.some(transition => definition.transitions[transition].trigger === condition.trigger);
}

type Compared = Extract<Condition, { readonly kind: 'compares' }>;

function comesToHold(run: Run, condition: Compared, tick: Tick, outcomesAt: OutcomesAt): boolean {
  const { warmUp } = run.config;
  const holds = (at: Tick) => holdsAt(run, condition, at, outcomesAt);
  return holds(tick) && (tick <= -warmUp || !holds(tick - 1));
}

/** An outcome that cannot be measured meets nothing. */
function holdsAt(run: Run, { of, number, by, value }: Compared, tick: Tick, outcomesAt: OutcomesAt): boolean {
  const is = of === 'outcome' ? outcomesAt(tick)[number] : momentOf(run, tick).counts[number];
  return is !== null && HOLDS[by](is, value);
}

/** The last tick before one that met one of some conditions; null for none. @param breathe awaited now and then */
export async function lastMetBefore(
  run: Run,
  conditions: readonly Condition[],
  before: Tick,
  breathe: () => Promise<unknown>,
): Promise<Met | null> {
  const outcomesAt = outcomesOf(run);
  for (let tick = Math.min(before - 1, run.tick); tick > run.machine.past.start; tick--) {
    const [met] = metIn(run, conditions, tick, outcomesAt);
    if (met !== undefined) return met;
    await breathe();
  }
  return null;
}
