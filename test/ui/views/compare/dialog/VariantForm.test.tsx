import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { VariantForm } from '../../../../../src/ui/views/compare/dialog/VariantForm.tsx';
import { renderOnPage } from '../../../page.tsx';

/** The form with a value typed for liking. */
async function typed(value: string) {
  const onCompare = vi.fn();
  const page = await renderOnPage(<VariantForm isBusy={false} onCompare={onCompare} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'changed' }), 'Activity');
  const field = screen.getByRole('spinbutton', { name: 'Activity' });
  await userEvent.clear(field);
  await userEvent.type(field, value);
  const notices = () => page.store.getState().notices.map(({ text }) => text);
  return { ...page, onCompare, notices, compare: screen.getByRole('button', { name: 'Compare' }) };
}

describe('a run with one change', () => {
  it('is played with the typed value', async () => {
    const { compare, onCompare } = await typed('7');
    await userEvent.click(compare);
    expect(onCompare).toHaveBeenCalledOnce();
  });

  it('shows the values of the run on the screen', async () => {
    const { commands } = await typed('7');
    expect(screen.getByText('In this run: 6 ×.')).toBeDefined();
    await act(() => commands.change('activity', 4));
    expect(screen.getByText(/^In this run: 6 ×, since round 1 4\.$/)).toBeDefined();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'changed' }), 'seed');
    expect(screen.getByText('In this run: 7.')).toBeDefined();
  });

  it('is not played by the press that leaves an invalid value, but by the next one', async () => {
    const { compare, notices, onCompare } = await typed('-5');
    await userEvent.click(compare);
    expect(notices()).toEqual(['Activity "-5": must be a number from 0 to 20. It stays 12.']);
    expect(onCompare).not.toHaveBeenCalled();
    await userEvent.click(compare);
    expect(onCompare).toHaveBeenCalledOnce();
  });

  it('is not played by Enter after such a value either', async () => {
    const { notices, onCompare } = await typed('99{Enter}');
    expect(notices().length).toBe(1);
    expect(onCompare).not.toHaveBeenCalled();
  });
});
