import type { Tick } from '../core/indices.ts';
import type { OutcomeValues } from '../model/outcomeDefinition.ts';
import type { Run } from '../run/run.ts';
import { listTargetNames } from '../statechart/definition.ts';
import { listReadableValues } from './compileAgentTest.ts';
import type { Condition, ConditionNames } from './condition.ts';
import { type MetBy, RowConditionMatcher } from './rowConditionMatcher.ts';
import {
  collectComparedOutcomes,
  isStatefulCondition,
  type OutcomesNow,
  type Watched,
  watchCondition,
} from './watchCondition.ts';

/** The names that conditions of a run can have. */
export const collectConditionNames = ({
  config,
  machine: { chart },
  outcomes,
  state,
}: Run): ConditionNames => ({
  agents: config.agents,
  states: chart.states,
  triggers: chart.triggers,
  targetsOf: trigger => [
    ...new Set(
      chart.definition.transitions.flatMap(one => (one.trigger === trigger ? listTargetNames(one) : [])),
    ),
  ],
  outcomes,
  values: listReadableValues(state),
  hasVerdicts: state.verdicts !== undefined,
});

/** Looks at each tick of a run, as it is sealed, for what the run is to be stopped at. */
export class RunWatch {
  readonly #run: Run;
  readonly #rows: RowConditionMatcher;
  readonly #watched: readonly Watched[];

  constructor(run: Run, conditions: readonly Condition[]) {
    this.#run = run;
    this.#rows = new RowConditionMatcher(run.machine, run.config.agents, conditions);
    const outcomes = createOutcomeCache(collectComparedOutcomes(conditions));
    this.#watched = conditions.flatMap((condition, at) =>
      isStatefulCondition(condition) ? [watchCondition(run, condition, at, outcomes)] : [],
    );
  }

  /**
   * Conditions that the last sealed tick met, in their order. To be called after every tick.
   * @param run the watched one as it was then, absent: as it is
   */
  met(run = this.#run): readonly Met[] {
    const met: MetBy = new Map();
    if (run === this.#run) this.#rows.meet(run.tick, met);
    for (const one of this.#watched) one.look(run, met);
    return listMetConditions(met, run.tick);
  }
}

function createOutcomeCache(wanted: ReadonlySet<number>): OutcomesNow {
  let known: { readonly run: Run; readonly tick: Tick; readonly values: OutcomeValues } | null = null;
  return run => {
    if (known?.run !== run || known.tick !== run.tick)
      known = { run, tick: run.tick, values: run.outcomesAt(run.tick, wanted) };
    return known.values;
  };
}

/** A condition that a tick met. */
export interface Met {
  /** Place of the condition among those that are watched. */
  readonly condition: number;
  readonly tick: Tick;
  /** The first agent that met it in that tick; null if it is not about an agent. */
  readonly agent: number | null;
}

const NO_CONDITIONS_MET: readonly Met[] = [];

/** Conditions that a tick met, in their order. */
export const listMetConditions = (met: MetBy, tick: Tick): readonly Met[] =>
  met.size === 0
    ? NO_CONDITIONS_MET
    : [...met].sort(([a], [b]) => a - b).map(([condition, agent]) => ({ condition, tick, agent }));
