import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Headline } from '../../src/ui/views/bar/Headline.tsx';
import { renderOnPage } from './page.tsx';

const headline = () => screen.getByRole('region', { name: 'Headline' });

describe('the headline', () => {
  it('shows the viewed round, with the way back to the present', async () => {
    const page = await renderOnPage(<Headline />);
    for (let i = 0; i < 3; i++) await act(() => page.commands.step());
    expect(headline().textContent).toMatch(/^Round 3, /);
    act(() => page.store.getState().select({ cursor: 1 }));
    expect(headline().textContent).toMatch(/^Looking back Round 1, .*: 5 of 6 active.*Back to Round 3$/);
    await userEvent.click(screen.getByRole('button', { name: 'Back to Round 3' }));
    expect(page.store.getState().selection.cursor).toBeNull();
    expect(headline().textContent).toMatch(/^Round 3, /);
  });
});
