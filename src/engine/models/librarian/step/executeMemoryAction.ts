import type { Librarian } from '../agent.ts';
import { findStoredEntry } from '../memory/find.ts';
import type { Writing } from '../memory/memory.ts';
import type { Words } from '../reader/words.ts';
import type { Action } from './step.ts';

/** Result of an action. */
export interface Executed {
  /** Result in words, for the log and the next prompt. */
  readonly result: string;
  /** Whether the action found its entry. */
  readonly found: boolean;
}

/** Carries out an action on an agent's memory. */
export function executeMemoryAction(
  { memory }: Librarian,
  action: Action,
  by: Writing,
  words: Words,
): Executed {
  const [tag] = action.tags;
  switch (action.type) {
    case 'working_memory_add': {
      const { is, tokens } = memory.add(tag, action.value!, by);
      return {
        result: is === 'same' ? `${tag} is in working memory already` : `${tag} added, ${tokens} tokens`,
        found: true,
      };
    }
    case 'working_memory_remove': {
      const { is, tokens } = memory.remove(tag, by.tick);
      const found = is === 'done';
      return {
        result: found ? `${tag} removed, ${tokens} tokens` : `${tag} not found in working memory`,
        found,
      };
    }
    case 'storage_load':
      return loadFromStorage(memory, tag, by, words);
    case 'storage_save': {
      const { is, tokens } = memory.save(tag, action.value!, by);
      return {
        result: is === 'same' ? `${tag} is in storage already` : `${tag} saved, ${tokens} tokens`,
        found: true,
      };
    }
    default:
      return pageOutEntries(memory, action.tags, by);
  }
}

function loadFromStorage(memory: Librarian['memory'], tag: string, by: Writing, words: Words): Executed {
  const stored = findStoredEntry(memory.storage, tag, words);
  if (stored === null) return { result: `${tag} not found in storage`, found: false };
  const { entry, isExact } = stored;
  const { is, tokens } = memory.load(entry, by.tick);
  const what = isExact ? entry.tag : `${entry.tag}, found by words,`;
  return {
    result: is === 'same' ? `${what} is in working memory already` : `${what} loaded, ${tokens} tokens`,
    found: true,
  };
}

function pageOutEntries(memory: Librarian['memory'], tags: readonly string[], by: Writing): Executed {
  const missing: string[] = [];
  let moved = 0;
  for (const tag of tags)
    if (memory.file(tag, 'paging', by.tick).is === 'done') moved++;
    else missing.push(tag);
  const not = missing.length === 0 ? '' : `; not in working memory: ${missing.slice(0, 5).join(', ')}`;
  const entries = moved === 1 ? '1 entry' : `${moved} entries`;
  return { result: `moved ${entries}, ${memory.workingTokens} tokens left${not}`, found: moved > 0 };
}
