import { InputError } from '../errors.ts';
import type { Tick } from '../indices.ts';
import type { Machine } from '../statechart/machine.ts';
import { type Dwell, dwellOf } from './dwell.ts';
import { type Flow, flowOf } from './flow.ts';
import { PlaceTable, regionsIn } from './places.ts';
import { Tally, type TickRange } from './tally.ts';

/** What is to be counted; absent: the whole run after its warm-up, of all agents, in the region that is shown. */
export interface Counting {
  readonly from?: Tick;
  readonly to?: Tick;
  readonly agents?: readonly number[] | null;
  readonly region?: number;
}

/** Dwell and flow of some agents in a range of ticks. */
export interface Statistics extends TickRange {
  /** How many agents were counted. */
  readonly agents: number;
  /** State whose region was counted; null for the chart itself. */
  readonly region: string | null;
  readonly dwell: readonly Dwell[];
  readonly flow: readonly Flow[];
}

/** Counts a run's stays and transitions. O(rows of the log in the range). @throws InputError for ticks or agents that are not there */
export function statisticsOf(machine: Machine, counting: Counting = {}): Statistics {
  const { chart, table, population } = machine;
  const range = rangeOf(machine, counting);
  const chosen = counting.agents ? chosenOf(counting.agents, population.size) : null;
  const tally = new Tally(machine, new PlaceTable(machine, counting.region), range, chosen);
  const agents = chosen === null ? population.size : chosen.reduce((sum, one) => sum + one, 0);
  return {
    ...range,
    agents,
    region: regionsIn(chart)[counting.region ?? table.projection?.region.shown ?? 0],
    dwell: dwellOf(tally, agents),
    flow: flowOf(tally, chart),
  };
}

/** The range that is asked for, or the rounds after the warm-up; where none has been played, the warm-up. */
function rangeOf({ past, log }: Machine, { from, to = log.tick }: Counting): TickRange {
  const first = from ?? (to >= 1 ? Math.max(1, past.start) : past.start);
  for (const tick of [first, to])
    if (!Number.isInteger(tick) || tick < past.start || tick > log.tick)
      throw new InputError(`round ${tick} is not between ${past.start} and ${log.tick}`);
  if (first > to) throw new InputError(`the range begins with round ${first}, after its end, round ${to}`);
  return { from: first, to };
}

/** 1 for each agent that is in a list. */
function chosenOf(agents: readonly number[], size: number): Uint8Array {
  const chosen = new Uint8Array(size);
  for (const agent of agents) {
    if (!Number.isInteger(agent) || agent < 0 || agent >= size)
      throw new InputError(`agent ${agent + 1} is not one of ${size}`);
    chosen[agent] = 1;
  }
  return chosen;
}
