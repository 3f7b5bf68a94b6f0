import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Bar } from '../../../../src/ui/views/bar/Bar.tsx';
import { renderMissions } from '../../page.tsx';

/** The page of a run with a file of the user's, once its address is asked for; with what is copied. */
async function sharing(goals = 'Find it.') {
  const user = userEvent.setup();
  await navigator.clipboard.writeText('before');
  const page = await renderMissions(<Bar />);
  await act(() => page.commands.openOwn('missions', [new File([goals], 'goals.txt')]));
  await user.click(screen.getByRole('button', { name: 'Share' }));
  const dialog = await screen.findByRole('dialog', { name: 'Put your files into the address?' });
  const notices = () =>
    page.store
      .getState()
      .notices.map(({ text }) => text)
      .join(' ');
  return { user, page, dialog, notices, copied: () => navigator.clipboard.readText() };
}

describe('an address with the user’s files', () => {
  it('is copied once the question has been answered, which names the files and both lengths', async () => {
    const { user, dialog, copied, notices } = await sharing();
    expect(await copied()).toBe('before');
    expect(dialog.textContent).toContain('goals.txt, 1 kB');
    await user.click(within(dialog).getByRole('button', { name: 'Copy with files' }));
    await waitFor(async () => expect(await copied()).toContain('#files=1.'));
    const address = await copied();
    const bare = address.slice(0, address.indexOf('#'));
    expect(dialog.textContent).toContain(
      `With them the address has ${address.length} characters, without them ${bare.length};`,
    );
    await waitFor(() => expect(notices()).toContain('Your files are in it'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is copied without them, and the notice says what its reader needs', async () => {
    const { user, dialog, copied, notices } = await sharing();
    await user.click(within(dialog).getByRole('button', { name: 'Copy without files' }));
    await waitFor(async () => expect(await copied()).toContain('model=governed'));
    expect(await copied()).not.toContain('#');
    await waitFor(() =>
      expect(notices()).toContain('It does not hold your files: to open it, drop the same ones on the page'),
    );
  });

  it('is not copied if the question is closed, and the focus is where it was', async () => {
    const { user, dialog, copied } = await sharing();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share' }));
    expect(screen.getByRole('button', { name: 'Share' }).textContent).toBe('Share');
    expect(await copied()).toBe('before');
  });
});
