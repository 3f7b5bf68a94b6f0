import { InputError } from '../../../core/errors.ts';
import type { Tick } from '../../../core/indices.ts';
import { type Hit, hitsByText, MOST_HITS, textFinder } from '../../search.ts';
import type { LibrarianState } from '../state.ts';
import { dumpAt, entryValue, memoryFile, readerRow, stepDetail, traceOf } from './inspect.ts';
import type { LibrarianQueries } from './librarianQueries.ts';

/** @throws InputError for an unknown agent, or another model's query. */
export function answerQuery(state: LibrarianState, name: string, argument: unknown, tick: Tick): unknown {
  switch (name) {
    case 'memory':
      return traceOf(state, known(state, argument), tick);
    case 'memoryAt': {
      const { agent, tick: at } = argument as LibrarianQueries['memoryAt']['argument'];
      return dumpAt(state, known(state, agent), at);
    }
    case 'entry': {
      const { agent, span } = argument as LibrarianQueries['entry']['argument'];
      return entryValue(state, known(state, agent), span);
    }
    case 'readerStep':
      return stepDetail(state, argument as number);
    case 'readerRows':
      return (argument as readonly number[]).map(agent => readerRow(state, known(state, agent)));
    case 'memoryFile': {
      const { agent, tick: at } = argument as LibrarianQueries['memoryFile']['argument'];
      return memoryFile(state, known(state, agent), at);
    }
    case 'search':
      return tagsWith(state, argument as string);
    default:
      throw new InputError(`model librarian has no query "${name}"`);
  }
}

function known({ population: { size } }: LibrarianState, agent: unknown): number {
  if (typeof agent === 'number' && Number.isInteger(agent) && agent >= 0 && agent < size) return agent;
  throw new InputError(`librarian ${agent} is not one of ${size}`);
}

function tagsWith({ ledger }: LibrarianState, words: string): readonly Hit[] {
  const isFound = textFinder(words);
  const found = ledger.agents.flatMap(({ memory }, agent) =>
    [...new Set([...memory.working.keys(), ...memory.storage.keys()])]
      .filter(isFound)
      .map(tag => [tag, agent] as const),
  );
  return hitsByText('entry', found).slice(0, MOST_HITS);
}

/**
 * Sort keys: the largest share of right answers first, among equals the most answers; agents that have not
 * been asked come last.
 */
export const byRecall = ({ ledger }: LibrarianState): Float64Array =>
  Float64Array.from(ledger.agents, ({ right, settled }) =>
    settled === 0 ? 1 : -right / settled - right / 1_000_000,
  );
