import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { useFocusBack } from '../../../src/ui/hooks/useFocusBack.ts';
import { settlePage } from '../settlePage.ts';

let close = () => {};

/** A list of cases, of which one is shown in its place. */
function Cases() {
  const view = useRef<HTMLElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const onPress = useFocusBack(view, shown !== null);
  close = () => setShown(null);
  return (
    <>
      <main id="views" tabIndex={-1} />
      <section ref={view} tabIndex={-1} aria-label="Cases" onClickCapture={onPress}>
        {shown === null ? (
          ['one', 'two', 'two'].map((name, at) => (
            <button key={at} type="button" onClick={() => setShown(at)}>
              {name}
            </button>
          ))
        ) : (
          <p>case {shown}</p>
        )}
      </section>
    </>
  );
}

/** A lost focus is looked for a moment after a key. */
const soon = () => settlePage(150);

it('the focus stays in a view whose list gives way, and goes back to the pressed button there', async () => {
  render(<Cases />);
  act(() => screen.getAllByRole('button', { name: 'two' })[1].focus());
  await userEvent.keyboard('{Enter}');
  await soon();
  expect(screen.getByText('case 2')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Cases' })).toHaveFocus();
  act(() => close());
  await soon();
  expect(screen.getAllByRole('button', { name: 'two' })[1]).toHaveFocus();
});

it('the focus is left where the user has moved it meanwhile', async () => {
  render(<Cases />);
  act(() => screen.getByRole('button', { name: 'one' }).focus());
  await userEvent.keyboard('{Enter}');
  act(() => screen.getByRole('main').focus());
  act(() => close());
  await soon();
  expect(screen.getByRole('main')).toHaveFocus();
});
