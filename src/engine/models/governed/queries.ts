import { InputError } from '../../errors.ts';
import type { Tick } from '../../indices.ts';
import { missionRow, stepPrompt, traceOf } from './inspect.ts';
import type { GovernedState } from './state.ts';

/** @throws InputError for an unknown mission, or another model's query. */
export function answerQuery(state: GovernedState, name: string, argument: unknown, tick: Tick): unknown {
  switch (name) {
    case 'trace':
      return traceOf(state, known(state, argument), tick);
    case 'stepPrompt':
      return stepPrompt(state, argument as number);
    case 'missionRows':
      return (argument as readonly number[]).map(agent => missionRow(state, known(state, agent)));
    default:
      throw new InputError(`model governed has no query "${name}"`);
  }
}

function known({ population: { size } }: GovernedState, agent: unknown): number {
  if (typeof agent === 'number' && Number.isInteger(agent) && agent >= 0 && agent < size) return agent;
  throw new InputError(`mission ${agent} is not one of ${size}`);
}

/** Sort keys: missions under way first, then ended ones, the latest first, then those that wait. */
export function byOutcome({ ledger, population }: GovernedState): Float64Array {
  return Float64Array.from({ length: population.size }, (_, agent) => {
    if (ledger.startedAt(agent) === null) return Number.POSITIVE_INFINITY;
    const ended = ledger.endedAt(agent);
    return ended === null ? Number.NEGATIVE_INFINITY : -ended;
  });
}
