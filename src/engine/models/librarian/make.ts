import type { Random } from '../../core/random.ts';
import type { AgentTable } from '../../core/tables/agentTable.ts';
import type { Population } from '../../statechart/population.ts';
import type { LibrarianInputs } from './inputs/loadLibrarianInputs.ts';
import { Librarian } from './librarianAgent.ts';
import type { LibrarianParameters } from './librarianParameters.ts';
import { LIBRARIAN_STATES, type LibrarianStateName, STRATEGIES, type Strategy } from './librarianTerms.ts';
import type { LibrarianStep } from './step/librarianStep.ts';
import { openNextQuestion } from './task/advanceTask.ts';
import type { Task, TaskItem } from './task/librarianTask.ts';

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
  readonly steps: AgentTable<LibrarianStep>;
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
  { columns, steps, tick, random }: Making,
): readonly Librarian[] {
  const counts = countAgentsByStrategy(agents, parameters);
  const logEntries = parameters.thinking_log ? parameters.log_entries : 0;
  return Array.from({ length: agents }, (_, index) => {
    const { strategy, place } = assignAgentStrategy(index, counts);
    const task = inputs.tasks[place % inputs.tasks.length];
    const items = delayQuestions(task, parameters.delay, number => random.unit(place, number, 1));
    const memory = inputs.memoryOf(index);
    const agent = new Librarian(task, items, strategy, memory?.log ?? [], logEntries, () => steps.of(index));
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

/**
 * A task's items with each question up to `most` passages later than it stands, at the latest at the end.
 * @param draw a number in [0, 1) for the question with this number
 */
export function delayQuestions(
  { items, passages, questions }: Task,
  most: number,
  draw: (number: number) => number,
): readonly TaskItem[] {
  if (most === 0) return items;
  const due = new Map<number, TaskItem[]>();
  let read = 0;
  for (const item of items) {
    if (item.kind === 'passage') read++;
    else {
      const later = Math.floor(draw(questions[item.index].number) * (most + 1));
      const after = Math.min(passages.length, read + later);
      due.set(after, [...(due.get(after) ?? []), item]);
    }
  }
  const rows = [...(due.get(0) ?? [])];
  let after = 0;
  for (const item of items) if (item.kind === 'passage') rows.push(item, ...(due.get(++after) ?? []));
  return rows;
}

/** Stands for a limit that is off. */
const LIMIT_OFF = 0x7fff_ffff;

/** Events that the chart brings about without a question. */
export type Unasked = 'restored' | 'max_iterations' | 'task_done' | 'over_limit';

/** Columns that guards read, one entry per agent. */
export class LibrarianColumns {
  readonly workingTokens: Int32Array;
  /** The paging limit, or what the last paging left, if that is more. */
  readonly pagingAt: Int32Array;
  readonly iterations: Int32Array;
  readonly itemsLeft: Int32Array;
  /** Number of the state named by memory.json; 0 for thinking, and once the state has been entered. */
  readonly restoreTo: Int32Array;
  readonly #pagingLimit: number;
  readonly #mostIterations: number;

  constructor(population: Population, parameters: LibrarianParameters) {
    const { paging, paging_limit, iterate, max_iterations } = parameters;
    this.#pagingLimit = paging ? paging_limit : LIMIT_OFF;
    this.#mostIterations = iterate ? max_iterations : LIMIT_OFF;
    this.workingTokens = population.addInteger('working_tokens');
    this.pagingAt = population.addInteger('paging_at').fill(this.#pagingLimit);
    this.iterations = population.addInteger('iterations');
    population.addInteger('max_iterations').fill(this.#mostIterations);
    this.itemsLeft = population.addInteger('items_left');
    this.restoreTo = population.addInteger('restore_to');
  }

  /** Records a memory's size; one that was paged or has shrunk is paged again only when it grows. */
  measure(agent: number, tokens: number, wasPaged: boolean): void {
    const least = wasPaged ? tokens : Math.min(tokens, this.pagingAt[agent]);
    this.workingTokens[agent] = tokens;
    this.pagingAt[agent] = Math.max(this.#pagingLimit, least);
  }

  /** Event of an agent's next tick without a question; null if it is asked. */
  due(agent: number, state: LibrarianStateName): Unasked | null {
    if (this.restoreTo[agent] > 0) return 'restored';
    if (this.iterations[agent] >= this.#mostIterations) return 'max_iterations';
    if (state !== 'thinking') return null;
    if (this.itemsLeft[agent] <= 0) return 'task_done';
    return this.workingTokens[agent] > this.pagingAt[agent] ? 'over_limit' : null;
  }
}
