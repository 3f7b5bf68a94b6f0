/**
 * The position that a key leads to in a list: arrows to the next, Page keys by a page, Home and End to the
 * ends; null for any other key.
 * @param at −1 for no position yet: up then leads to the last one.
 * @param page 0: Page keys do nothing.
 */
export function getKeyTargetIndex(key: string, at: number, count: number, page = 0): number | null {
  const last = count - 1;
  const to: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? last : at - 1,
    Home: 0,
    End: last,
    ...(page > 0 && { PageDown: at + page, PageUp: at - page }),
  };
  const wanted = to[key];
  return wanted === undefined ? null : Math.max(0, Math.min(last, wanted));
}
