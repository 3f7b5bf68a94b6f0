import { InputError } from '../../engine/core/errors.ts';
import { formatAgentId, type Tick } from '../../engine/core/indices.ts';
import type { Run } from '../../engine/run/run.ts';
import { countAgentsByState } from '../../engine/statechart/countAgentsByState.ts';

/** A round to report, and the state whose agents are listed; null for the counts alone. */
export interface RequestedMoment {
  readonly round: Tick;
  readonly state: string | null;
}

/** Report of `--at` on a round; on the last one if the run ended before. */
export interface PrintedRound {
  readonly round: Tick;
  /** Number of agents in each state at its end. */
  readonly distribution: Readonly<Record<string, number>>;
  /** The agents that were in the state that was asked about. */
  readonly agents?: readonly string[];
}

/** Reads `20` or `20:evaluating`. @throws InputError */
export function parseRoundRequest(text: string): RequestedMoment {
  const [, round, state] = /^(-?\d{1,9})(?::(\S+))?$/.exec(text) ?? [];
  if (round === undefined)
    throw new InputError(`--at must be a round, or a round and a state such as 20:idle, not ${text}`);
  return { round: Number(round), state: state ?? null };
}

/** @throws InputError for a round that will not have been played, and for a state that the chart lacks */
export function checkRoundRequests(
  { machine }: Run,
  asked: readonly RequestedMoment[],
  rounds: number,
): void {
  const { states } = machine.chart;
  for (const { round, state } of asked) {
    if (round < machine.past.start || round > rounds)
      throw new InputError(
        `--at ${round} is not one of the rounds ${machine.past.start} to ${rounds} that are played, the warm-up among them`,
      );
    if (state !== null && !states.includes(state))
      throw new InputError(`--at: "${state}" is not a state of this chart; there are ${states.join(', ')}`);
  }
}

/** The states at the end of each round that was asked about, read from the log; of a run that was over before, the last. */
export function readRequestedRounds(
  { machine, tick }: Run,
  asked: readonly RequestedMoment[],
): readonly PrintedRound[] {
  const { table, chart } = machine;
  const { states, stateNumber } = chart;
  return asked.map(({ round, state }) => {
    const reportTick = Math.min(round, tick);
    const columns = machine.past.at(reportTick);
    const counts = countAgentsByState(machine, columns.state);
    const distribution = Object.fromEntries(states.map((name, i) => [name, counts[i]]));
    if (state === null) return { round: reportTick, distribution };
    const number = stateNumber.get(state)!;
    const agents = [...columns.state.keys()].filter(agent => table.isActive(columns.state[agent], number));
    return { round: reportTick, distribution, agents: agents.map(formatAgentId) };
  });
}
