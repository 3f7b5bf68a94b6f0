import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useOneTabStop } from '../../../src/ui/controls/useOneTabStop.ts';
import { settlePage } from '../settlePage.ts';

function List({ isRow, pressed = -1 }: { readonly isRow?: boolean; readonly pressed?: number }) {
  const [count, setCount] = useState(3);
  const list = useOneTabStop(isRow);
  return (
    <>
      <ol ref={list}>
        {Array.from({ length: count }, (_, i) => (
          <li key={i}>
            <button type="button" aria-pressed={i === pressed}>
              row {i}
            </button>
          </li>
        ))}
      </ol>
      <button type="button" onClick={() => setCount(count - 1)}>
        less
      </button>
    </>
  );
}

const rows = () => screen.getAllByRole('button', { name: /^row/ });
const stops = () => rows().flatMap((row, i) => (row.tabIndex === 0 ? [i] : []));
const focused = () => document.activeElement?.textContent;

/** Presses keys where the focus is, and returns whether the list took the last one. */
function press(...keys: readonly string[]): boolean {
  let isTaken = false;
  for (const key of keys) isTaken = !fireEvent.keyDown(document.activeElement!, { key });
  return isTaken;
}

describe('a list that is one stop of Tab', () => {
  it('answers to the arrows, and is returned to where it was left', () => {
    render(<List />);
    expect(stops()).toEqual([0]);
    rows()[0].focus();
    press('ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(focused()).toBe('row 2');
    press('ArrowUp');
    expect(focused()).toBe('row 1');
    expect(stops()).toEqual([1]);
    press('End');
    expect(focused()).toBe('row 2');
    press('Home');
    expect(focused()).toBe('row 0');
  });

  it('leaves ← and → to the page unless it is a row', () => {
    const { unmount } = render(<List />);
    rows()[0].focus();
    expect(press('ArrowRight')).toBe(false);
    expect(focused()).toBe('row 0');
    unmount();
    render(<List isRow />);
    rows()[0].focus();
    expect(press('ArrowRight')).toBe(true);
    expect(focused()).toBe('row 1');
  });

  it('begins at the pressed control, and follows a choice that is made elsewhere', async () => {
    const { rerender } = render(<List pressed={1} />);
    expect(stops()).toEqual([1]);
    rerender(<List pressed={2} />);
    await settlePage();
    expect(stops()).toEqual([2]);
    rows()[0].focus();
    rerender(<List pressed={1} />);
    await settlePage();
    expect(stops()).toEqual([0]);
  });

  it('has a stop still when the row of the last one is gone', async () => {
    render(<List />);
    rows()[2].focus();
    expect(stops()).toEqual([2]);
    fireEvent.click(screen.getByRole('button', { name: 'less' }));
    await settlePage();
    expect(stops()).toEqual([0]);
  });
});
