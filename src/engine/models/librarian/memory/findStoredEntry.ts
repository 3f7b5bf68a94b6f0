import type { SubjectWordCache } from '../reader/subjectWords.ts';
import type { MemoryEntry } from './memory.ts';

/** Weight of a word in a tag, relative to one in a value. */
const IN_TAG = 3;

/**
 * The stored entry that a tag asks for: the one with that tag, else the one whose tag and value share most
 * words with it, rare words weighing more. Of several, the one that came first.
 */
export function findStoredEntry(
  storage: ReadonlyMap<string, MemoryEntry>,
  tag: string,
  words: SubjectWordCache,
): { readonly entry: MemoryEntry; readonly isExact: boolean } | null {
  const exact = storage.get(tag);
  if (exact !== undefined) return { entry: exact, isExact: true };
  const wanted = [...words.of(tag)];
  if (wanted.length === 0) return null;
  const entries = [...storage.values()];
  const scores = new Float64Array(entries.length);
  for (const word of wanted) {
    const weights = entries.map(entry =>
      words.of(entry.tag).has(word) ? IN_TAG : words.of(entry.value).has(word) ? 1 : 0,
    );
    const found = weights.reduce<number>((count, weight) => count + (weight > 0 ? 1 : 0), 0);
    if (found > 0) for (const [i, weight] of weights.entries()) scores[i] += weight / found;
  }
  let best = -1;
  for (const [i, score] of scores.entries()) if (score > 0 && (best < 0 || score > scores[best])) best = i;
  return best < 0 ? null : { entry: entries[best], isExact: false };
}
