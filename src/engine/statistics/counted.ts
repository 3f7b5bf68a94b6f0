import { InputError } from '../core/errors.ts';
import type { Tick } from '../core/indices.ts';
import type { Machine } from '../statechart/machine.ts';
import type { TickRange } from './tally.ts';

/** Scope of a count; absent: the whole run after its warm-up, of all agents, in the displayed region. */
export interface Counting {
  readonly from?: Tick;
  readonly to?: Tick;
  readonly agents?: readonly number[] | null;
  readonly region?: number;
  /** Last tick that is known of an agent: later ones are not counted; null: all are known. */
  readonly lastTickOf?: ((agent: number) => Tick | null) | undefined;
}

/** Scope of a count, checked. */
export interface Counted extends TickRange {
  /** 1 for each agent that is counted; null: all are. */
  readonly chosen: Uint8Array | null;
  /** Number of counted agents. */
  readonly agents: number;
}

/** True if an agent is among those. */
export const isAgentCounted = ({ chosen }: Counted, agent: number): boolean =>
  chosen === null || chosen[agent] === 1;

/** @throws InputError for ticks or agents that are not there */
export function resolveCounting(machine: Machine, counting: Counting = {}): Counted {
  const { size } = machine.population;
  const chosen = counting.agents ? createAgentMask(counting.agents, size) : null;
  const agents = chosen === null ? size : chosen.reduce((sum, one) => sum + one, 0);
  return { ...resolveTickRange(machine, counting), chosen, agents };
}

/** The requested range, or the rounds after the warm-up; if none has been played, the warm-up. */
function resolveTickRange({ past, log }: Machine, { from, to = log.tick }: Counting): TickRange {
  const first = from ?? (to >= 1 ? Math.max(1, past.start) : past.start);
  for (const tick of [first, to])
    if (!Number.isInteger(tick) || tick < past.start || tick > log.tick)
      throw new InputError(`round ${tick} is not between ${past.start} and ${log.tick}`);
  if (first > to) throw new InputError(`the range begins with round ${first}, after its end, round ${to}`);
  return { from: first, to };
}

/** 1 for each agent that is in a list. */
function createAgentMask(agents: readonly number[], size: number): Uint8Array {
  const chosen = new Uint8Array(size);
  for (const agent of agents) {
    if (!Number.isInteger(agent) || agent < 0 || agent >= size)
      throw new InputError(`agent ${agent + 1} is not one of ${size}`);
    chosen[agent] = 1;
  }
  return chosen;
}
