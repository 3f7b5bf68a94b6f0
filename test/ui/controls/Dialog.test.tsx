import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Dialog } from '../../../src/ui/controls/Dialog.tsx';
import { focusFirst } from '../../../src/ui/controls/focusFirst.ts';

describe('a dialog', () => {
  it('begins in its first field, where typing does not press Close', () => {
    render(
      <Dialog title="Write" onClose={vi.fn()}>
        <input type="checkbox" aria-label="Also" />
        <input aria-label="Off" disabled />
        <input aria-label="Name" />
        <textarea aria-label="Answer" />
      </Dialog>,
    );
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  });

  it('leaves the focus to a button that asks for it', () => {
    render(
      <Dialog title="Write" onClose={vi.fn()}>
        <input aria-label="Name" />
        <button type="button" ref={focusFirst}>
          Save
        </button>
      </Dialog>,
    );
    expect(screen.getByRole('textbox')).not.toHaveFocus();
  });

  it('closes by a press outside, but not by the second press of a double click that opened it', () => {
    const onClose = vi.fn();
    render(
      <Dialog title="Choose" onClose={onClose}>
        <p>one</p>
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog');
    fireEvent.click(screen.getByText('one'));
    fireEvent.click(dialog, { detail: 2 });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(dialog, { detail: 1 });
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
