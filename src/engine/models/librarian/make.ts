import type { Random } from '../../core/random.ts';
import type { LibrarianInputs } from './inputs/loadLibrarianInputs.ts';
import { Librarian } from './librarianAgent.ts';
import type { LibrarianColumns } from './librarianColumns.ts';
import type { LibrarianParameters } from './librarianParameters.ts';
import { LIBRARIAN_STATES, STRATEGIES, type Strategy } from './librarianTerms.ts';
import { openNextQuestion } from './task/advanceTask.ts';
import { delayQuestions } from './task/delayQuestions.ts';

type Shares = Pick<LibrarianParameters, 'careful' | 'sliding'>;

/** Number of agents with each strategy; the list has them in this order. */
function countAgentsByStrategy(
  agents: number,
  { careful, sliding }: Shares,
): Readonly<Record<Strategy, number>> {
  // Of three shares the first has an agent if there is only one.
  const first = Math.max(careful > 0 && sliding > 0 ? 1 : 0, Math.round(agents * careful));
  const last = Math.min(agents - first, Math.round(agents * sliding));
  return { careful: first, hasty: agents - first - last, sliding: last };
}

/** An agent's strategy, and its place among those that play it. */
function assignAgentStrategy(
  index: number,
  counts: Readonly<Record<Strategy, number>>,
): { strategy: Strategy; place: number } {
  let place = index;
  for (const strategy of STRATEGIES) {
    if (place < counts[strategy]) return { strategy, place };
    place -= counts[strategy];
  }
  throw new RangeError(`librarian ${index} has no strategy`);
}

/** The agents of the other strategies with the same task, in the list's order. */
export function findCounterparts(index: number, agents: number, shares: Shares): readonly number[] {
  const counts = countAgentsByStrategy(agents, shares);
  const own = assignAgentStrategy(index, counts);
  const others: number[] = [];
  let before = 0;
  for (const strategy of STRATEGIES) {
    if (strategy !== own.strategy && own.place < counts[strategy]) others.push(before + own.place);
    before += counts[strategy];
  }
  return others;
}

/** The run's parts that agents are made with. */
interface Making {
  readonly columns: LibrarianColumns;
  /** The tick before the first. */
  readonly tick: number;
  readonly random: Random;
}

/**
 * All agents before the first cycle, with their given memories. The n-th agents of all strategies have the same task,
 * and its questions in the same places.
 */
export function createLibrarians(
  agents: number,
  inputs: LibrarianInputs,
  parameters: LibrarianParameters,
  { columns, tick, random }: Making,
): readonly Librarian[] {
  const counts = countAgentsByStrategy(agents, parameters);
  const logEntries = parameters.thinking_log ? parameters.log_entries : 0;
  return Array.from({ length: agents }, (_, index) => {
    const { strategy, place } = assignAgentStrategy(index, counts);
    const task = inputs.tasks[place % inputs.tasks.length];
    const items = delayQuestions(task, parameters.delay, number => random.unit(place, number, 1));
    const memory = inputs.memoryOf(index);
    const agent = new Librarian(task, items, strategy, memory?.log ?? [], logEntries);
    for (const [tag, value] of memory?.storage ?? []) agent.memory.give('storage', tag, value, tick);
    for (const [tag, value] of memory?.working ?? []) agent.memory.give('working', tag, value, tick);
    // The hard limit holds before the first question, as before every other.
    if (parameters.hard) agent.memory.shrinkTo(parameters.hard_limit, tick);
    agent.memory.settle();
    openNextQuestion(agent, tick + 1);
    columns.measure(index, agent.memory.workingTokens, false);
    columns.itemsLeft[index] = items.length;
    columns.restoreTo[index] = LIBRARIAN_STATES.indexOf(memory?.state ?? 'thinking');
    return agent;
  });
}
