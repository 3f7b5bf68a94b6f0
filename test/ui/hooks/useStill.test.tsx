import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useStill } from '../../../src/ui/hooks/useStill.ts';

const row = (name: string, size: number) => ({ name, size });

it('rows that are held keep their places and get new content, until they are released', () => {
  const { result, rerender } = renderHook(
    ({ rows, isHeld }) => useStill(rows.slice(0, 2), rows, ({ name }) => name, isHeld),
    { initialProps: { rows: [row('a', 1), row('b', 2)], isHeld: true } },
  );
  const later = [row('c', 9), row('b', 5), row('a', 4)];
  rerender({ rows: later, isHeld: true });
  expect(result.current).toEqual([row('a', 4), row('b', 5)]);
  rerender({ rows: [row('c', 9), row('b', 6)], isHeld: true });
  expect(result.current).toEqual([row('a', 4), row('b', 6)]);
  rerender({ rows: later, isHeld: false });
  expect(result.current).toEqual([row('c', 9), row('b', 5)]);
});
