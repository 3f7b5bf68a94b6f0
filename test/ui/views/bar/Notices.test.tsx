import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PageContext } from '../../../../src/ui/hooks/hooks.ts';
import { Notices } from '../../../../src/ui/views/bar/Notices.tsx';
import { openPage } from '../../page.tsx';
import { settlePage } from '../../settlePage.ts';

async function renderNotices(...texts: readonly string[]) {
  const { store, commands } = await openPage();
  render(
    <PageContext value={{ store, commands }}>
      <Notices />
    </PageContext>,
  );
  for (const text of texts) store.getState().notify('error', text);
  await settlePage();
  return store;
}

const shown = () => screen.queryAllByRole('alert').map(alert => alert.querySelector('p')?.textContent);

describe('notices', () => {
  it('show the last one with the number of the earlier ones, and all at a press', async () => {
    const store = await renderNotices('first', 'second', 'third');
    expect(shown()).toEqual(['third']);
    fireEvent.click(screen.getByRole('button', { name: 'and 2 more' }));
    await settlePage();
    expect(shown()).toEqual(['first', 'second', 'third']);
    // One that comes again is the last.
    store.getState().notify('error', 'first');
    await settlePage();
    expect(shown()).toEqual(['second', 'third', 'first (2 times)']);
  });

  it('are dismissed one by one, or all at once', async () => {
    await renderNotices('first', 'second', 'third');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await settlePage();
    expect(shown()).toEqual(['second']);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss all' }));
    await settlePage();
    expect(shown()).toEqual([]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('have no button for all while there is one', async () => {
    await renderNotices('first');
    expect(screen.getAllByRole('button').map(button => button.getAttribute('aria-label'))).toEqual([
      'Dismiss',
    ]);
  });
});
