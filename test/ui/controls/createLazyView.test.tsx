import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createLazyView } from '../../../src/ui/controls/createLazyView.tsx';

it('a view that could not be loaded is reported, and comes when it is tried again', async () => {
  let tries = 0;
  const View = createLazyView(async () => {
    if (++tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
    return ({ name }: { readonly name: string }) => <p>{`the view of ${name}`}</p>;
  });
  render(<View name="ada" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This part could not be loaded');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('the view of ada')).toBeInTheDocument();
  expect(tries).toBe(3);
});

it('a view that can be left can be left as well where it could not be loaded', async () => {
  const View = createLazyView(() => Promise.reject(new TypeError('Failed to fetch')));
  const onClose = vi.fn();
  render(<View onClose={onClose} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});
