import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { EditableCell } from '../../../../src/ui/models/chart/cells.tsx';

describe('a number in the table of a chart', () => {
  it('is marked as wrong in its place, and not accepted, until it is corrected', async () => {
    const onCommit = vi.fn();
    render(
      <EditableCell where="a → b" heading="chance a tick" value="0.1" measure="rate" onCommit={onCommit} />,
    );
    const field = screen.getByRole('textbox', { name: 'a → b: chance a tick' });
    expect(screen.getByText('chance a tick')).toBeInTheDocument();
    await userEvent.clear(field);
    await userEvent.type(field, '2{Enter}');
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(field).toHaveAccessibleDescription(/a rate is a number from 0 to 1, or the name of a column/);
    expect(onCommit).not.toHaveBeenCalled();
    await userEvent.clear(field);
    await userEvent.type(field, '0.2{Enter}');
    expect(field).toHaveAttribute('aria-invalid', 'false');
    expect(screen.queryByText(/a rate is a number/)).toBeNull();
    expect(onCommit).toHaveBeenCalledExactlyOnceWith('0.2');
  });
});
