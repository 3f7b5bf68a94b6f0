/** Texts that are remembered. */
const MOST = 10_000;
const known = new Map<string, string>();

/** The same text, as it was met before: names that stand in every line of a file take their memory once. */
export function sharedText<T extends string | null>(text: T): T {
  if (text === null) return text;
  const found = known.get(text);
  if (found !== undefined) return found as T;
  if (known.size >= MOST) known.clear();
  known.set(text, text);
  return text;
}
