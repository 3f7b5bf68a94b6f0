/** Levels of a value that are looked at: deeper parts count as read. */
const MAX_LEVELS = 8;

/**
 * The first part of a value of which its JSON says nothing, and why: "output is a promise (await it)", "args.seen is a
 * Map"; null if all of it can be compared. Two such values are equal in JSON whatever they hold.
 * @param place of the value: "output"
 */
export function describeUnreadPart(value: unknown, place: string, level = 0): string | null {
  if (typeof value === 'function' || typeof value === 'symbol') return `${place} is a ${typeof value}`;
  if (typeof value !== 'object' || value === null || level > MAX_LEVELS) return null;
  if ('then' in value && typeof value.then === 'function') return `${place} is a promise (await it)`;
  if ('toJSON' in value || value instanceof Error) return null;
  const isStream = !Array.isArray(value) && (Symbol.iterator in value || Symbol.asyncIterator in value);
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
  if (isStream || (!isPlain && Object.keys(value).length === 0))
    return `${place} is a ${value.constructor?.name || (isStream ? 'stream' : 'class without fields')}`;
  for (const [name, part] of Object.entries(value)) {
    // JSON leaves out methods, which say nothing of a result.
    if (typeof part === 'function') continue;
    const found = describeUnreadPart(part, `${place}.${name}`, level + 1);
    if (found !== null) return found;
  }
  return null;
}
