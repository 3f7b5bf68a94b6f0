/** UTF-16 units of a text that is kept; longer ones seldom come twice. */
const MAX_KEPT_LENGTH = 4000;

/**
 * Memoizes a function of a text, which must depend on nothing else, and whose values nobody changes.
 * @param most texts that are kept; when one more comes, all are made again
 */
export function memoizeByText<T>(make: (text: string) => T, most: number): (text: string) => T {
  const made = new Map<string, T>();
  return text => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    if (text.length > MAX_KEPT_LENGTH) return value;
    if (made.size >= most) made.clear();
    made.set(text, value);
    return value;
  };
}
