import { InputError } from '../../../core/errors.ts';
import type { Tick } from '../../../core/indices.ts';
import { createTextMatcher, groupHitsByText, type Hit, MOST_HITS } from '../../textSearch.ts';
import type { LibrarianState } from '../librarianState.ts';
import {
  buildMemoryDump,
  buildMemoryTrace,
  buildReaderRow,
  createMemoryFile,
  getEntryValue,
  getStepDetail,
} from './inspectLibrarian.ts';
import type { LibrarianQueries } from './librarianQueries.ts';

/** @throws InputError for an unknown agent, or another model's query. */
export function answerLibrarianQuery(
  state: LibrarianState,
  name: string,
  argument: unknown,
  tick: Tick,
): unknown {
  switch (name) {
    case 'memory':
      return buildMemoryTrace(state, checkLibrarianNumber(state, argument), tick);
    case 'memoryAt': {
      const { agent, tick: at } = argument as LibrarianQueries['memoryAt']['argument'];
      return buildMemoryDump(state, checkLibrarianNumber(state, agent), at);
    }
    case 'entry': {
      const { agent, span } = argument as LibrarianQueries['entry']['argument'];
      return getEntryValue(state, checkLibrarianNumber(state, agent), span);
    }
    case 'readerStep':
      return getStepDetail(state, argument as number);
    case 'readerRows':
      return (argument as readonly number[]).map(agent =>
        buildReaderRow(state, checkLibrarianNumber(state, agent)),
      );
    case 'memoryFile': {
      const { agent, tick: at } = argument as LibrarianQueries['memoryFile']['argument'];
      return createMemoryFile(state, checkLibrarianNumber(state, agent), at);
    }
    case 'search':
      return searchTags(state, argument as string);
    default:
      throw new InputError(`model librarian has no query "${name}"`);
  }
}

function checkLibrarianNumber({ population: { size } }: LibrarianState, agent: unknown): number {
  if (typeof agent === 'number' && Number.isInteger(agent) && agent >= 0 && agent < size) return agent;
  throw new InputError(`librarian ${agent} is not one of ${size}`);
}

function searchTags({ ledger }: LibrarianState, words: string): readonly Hit[] {
  const isFound = createTextMatcher(words);
  const found = ledger.agents.flatMap(({ memory }, agent) =>
    [...new Set([...memory.working.keys(), ...memory.storage.keys()])]
      .filter(isFound)
      .map(tag => [tag, agent] as const),
  );
  return groupHitsByText('entry', found).slice(0, MOST_HITS);
}

/**
 * Sort keys: the largest share of right answers first, among equals the most answers; agents that have not
 * been asked come last.
 */
export const computeRecallSortKeys = ({ ledger }: LibrarianState): Float64Array =>
  Float64Array.from(ledger.agents, ({ right, settled }) =>
    settled === 0 ? 1 : -right / settled - right / 1_000_000,
  );
