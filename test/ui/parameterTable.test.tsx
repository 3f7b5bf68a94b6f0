import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { App } from '../../src/ui/app/App.tsx';
import { renderOnPage } from './page.tsx';

/** The page with the table of archetypes open. */
async function openTable() {
  const page = await renderOnPage(<App />);
  await userEvent.click(screen.getByRole('button', { name: 'Set-up' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Archetypes…' }));
  const cell = await screen.findByRole('textbox', { name: 'lurker: timeout' });
  return { ...page, cell };
}

const type = async (cell: HTMLElement, text: string) => {
  await userEvent.clear(cell);
  await userEvent.type(cell, text);
};
const apply = () => userEvent.click(screen.getByRole('button', { name: 'Apply' }));

describe('the table of archetypes', () => {
  it('starts the run again with all changes at once', async () => {
    const { cell, store } = await openTable();
    await type(cell, '9');
    await type(screen.getByRole('textbox', { name: 'creator: liking' }), '0.5');
    await apply();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(store.getState().run?.setup.parameters).toEqual({ lurker_timeout: 9, creator_like: 0.5 });
    expect(screen.getByText('2 values changed')).toBeDefined();
  });

  it('explains what is wrong with a value, and keeps the typed text', async () => {
    const { cell, engine } = await openTable();
    const before = engine.calls.length;
    await type(cell, '0');
    await apply();
    const problem = 'lurker: timeout must be a whole number from 2 to 1000, not 0';
    expect((await screen.findByRole('alert')).textContent).toBe(problem);
    expect(cell).toHaveAttribute('aria-invalid', 'true');
    await waitFor(() => expect(document.activeElement).toBe(cell));
    await type(cell, '9');
    await type(screen.getByRole('textbox', { name: 'lurker: shortest session' }), '99');
    await apply();
    await screen.findByText('lurker: shortest session is 99, above lurker: longest session, which is 14');
    expect(engine.calls).toHaveLength(before);
    expect(cell.getAttribute('value')).toBe('9');
  });

  it('takes the values of a file, and goes back to those of the preset', async () => {
    const { cell } = await openTable();
    const file = new File(['archetype,timeout\nlurker,7\n'], 'kinds.csv', { type: 'text/csv' });
    await userEvent.upload(screen.getByLabelText('Archetypes file'), file);
    await waitFor(() => expect(cell.getAttribute('value')).toBe('7'));
    await userEvent.upload(screen.getByLabelText('Archetypes file'), new File(['lurker,7\n'], 'x.csv'));
    await screen.findByText('x.csv, line 1: the first column must be "archetype", not "lurker"');
    expect(cell.getAttribute('value')).toBe('7');
    await userEvent.click(screen.getByRole('button', { name: 'Preset’s values' }));
    expect(cell.getAttribute('value')).toBe('4');
  });

  it('can be traversed with the arrow keys', async () => {
    const { cell } = await openTable();
    await userEvent.click(cell);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('casual: timeout');
    expect(screen.getByText(/^Timeout: Rounds in a state/)).toBeDefined();
  });
});
