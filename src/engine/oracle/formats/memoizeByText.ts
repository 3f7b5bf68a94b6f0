/** UTF-16 units of a text that is kept by default; longer ones seldom come twice. */
const MAX_KEPT_LENGTH = 4000;

/**
 * Memoizes a function of a text, which must depend on nothing else, and whose values nobody changes.
 * @param most texts that are kept; when one more comes, all are made again
 * @param longest UTF-16 units of a text that is kept
 */
export function memoizeByText<T>(
  make: (text: string) => T,
  most: number,
  longest = MAX_KEPT_LENGTH,
): (text: string) => T {
  const made = new Map<string, T>();
  return text => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    if (text.length > longest) return value;
    if (made.size >= most) made.clear();
    made.set(text, value);
    return value;
  };
}
