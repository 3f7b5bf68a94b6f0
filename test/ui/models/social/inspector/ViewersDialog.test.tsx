import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CascadeView } from '../../../../../src/ui/models/social/cascade/CascadeView.tsx';
import { renderOnPage } from '../../../page.tsx';

const opened = async () => {
  const page = await renderOnPage(<CascadeView />);
  await act(() => page.commands.step());
  await userEvent.click(await screen.findByRole('button', { name: '4 saw it' }));
  const dialog = await screen.findByRole('dialog', { name: 'Who saw it' });
  await within(dialog).findByRole('table');
  const rows = () => within(dialog).getAllByRole('row').slice(1);
  const told = () => rows().map(row => [...row.children].map(cell => cell.textContent));
  return { ...page, dialog, told };
};

describe('the audience of a cascade', () => {
  it('is listed, with time and reaction, and with its size', async () => {
    const { dialog, told } = await opened();
    expect(told().map(([, , what]) => what)).toEqual([
      'passed it on',
      'passed it on',
      'only liked a post in it',
      'went on',
    ]);
    expect(dialog).toHaveTextContent('4 people of 5 looked at a post of this cascade');
    expect(dialog).toHaveTextContent('1 never did');
  });

  it('can be limited to those who reacted; one of them is selected with a press', async () => {
    const { dialog, told, store } = await opened();
    await userEvent.click(within(dialog).getByRole('button', { name: '1 went on' }));
    expect(told()).toHaveLength(1);
    await userEvent.click(within(dialog).getByRole('button', { name: told()[0][0]! }));
    expect(store.getState().selection.agents).toEqual([4]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
