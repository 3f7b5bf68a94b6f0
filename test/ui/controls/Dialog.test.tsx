import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Dialog } from '../../../src/ui/controls/Dialog.tsx';

describe('a dialog', () => {
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
