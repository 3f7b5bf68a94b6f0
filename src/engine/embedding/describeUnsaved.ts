/** Levels of a value that are looked at; more may hold itself. */
const MAX_LEVELS = 100;

/**
 * The first part of a value that JSON would change or drop, as the end of a sentence: `seen.at is a Map`; null for none.
 * @param place of the value: `data of agent 3`
 */
export function describeUnsaved(value: unknown, place: string, level = 0): string | null {
  if (level > MAX_LEVELS) return `${place} has more than ${MAX_LEVELS} levels, or holds itself`;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${place} is ${value}`;
  if (typeof value !== 'object') return `${place} is a ${typeof value}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!isPlain) return `${place} is a ${value.constructor?.name || 'class of its own'}`;
  for (const [name, part] of Object.entries(value)) {
    // A field that is undefined is as good as none.
    if (part === undefined && !Array.isArray(value)) continue;
    const found = describeUnsaved(part, `${place}.${name}`, level + 1);
    if (found !== null) return found;
  }
  return null;
}
