import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { WhyDialog } from '../../../src/ui/views/WhyDialog.tsx';
import { renderOnPage } from '../page.tsx';

describe('how a post came to be', () => {
  it('is told link by link; a press selects who did it, in the round in which it happened', async () => {
    const onClose = vi.fn();
    const page = await renderOnPage(<WhyDialog id="post_003" title="How it came" onClose={onClose} />);
    await act(() => page.link.step());
    const dialog = await screen.findByRole('dialog', { name: 'How it came' });
    const links = await within(dialog).findAllByRole('listitem');
    expect(links.map(link => link.textContent)).toEqual([
      'Round 1Ines passed on the post of Hugo.',
      'Round −4Hugo wrote about climate.',
    ]);
    await userEvent.click(within(links[1]).getByRole('button'));
    expect(page.store.getState().selection).toMatchObject({ agents: [2], cursor: -4 });
    expect(onClose).toHaveBeenCalled();
  });
});
