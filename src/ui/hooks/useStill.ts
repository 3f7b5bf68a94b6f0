import { useLayoutEffect, useRef } from 'react';

/**
 * The rows of a list, which stand still while they are held: none comes, goes or moves, each has its newest content.
 * @param all lookup of a held row's content by its key
 */
export function useStill<Row>(
  rows: readonly Row[],
  all: readonly Row[],
  keyOf: (row: Row) => unknown,
  isHeld: boolean,
): readonly Row[] {
  const shown = useRef(rows);
  const next = isHeld
    ? shown.current.map(row => all.find(other => keyOf(other) === keyOf(row)) ?? row)
    : rows;
  useLayoutEffect(() => {
    shown.current = next;
  });
  return next;
}
