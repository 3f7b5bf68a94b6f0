import type { Population } from '../../statechart/population.ts';
import type { LibrarianParameters } from './librarianParameters.ts';
import type { LibrarianStateName } from './librarianTerms.ts';

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
