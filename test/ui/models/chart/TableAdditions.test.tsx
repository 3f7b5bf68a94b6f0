import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { TableAdditions } from '../../../../src/ui/models/chart/TableAdditions.tsx';

const STATES = ['calm', 'excited', 'inner', 'over'];

function show(parents: readonly string[] = []) {
  const onEdit = vi.fn();
  const nameField = createRef<HTMLInputElement>();
  const table = { sources: ['calm', 'excited', 'inner'], targets: STATES, parents };
  const { rerender } = render(<TableAdditions {...{ table, names: STATES, nameField, onEdit }} />);
  const grow = (name: string) =>
    rerender(
      <TableAdditions
        table={{ ...table, sources: [...table.sources, name], targets: [...STATES, name] }}
        {...{ names: [...STATES, name], nameField, onEdit }}
      />,
    );
  return { onEdit, grow, name: screen.getByRole('textbox', { name: 'new state' }) };
}

describe('an addition in the table of a chart', () => {
  it('is a state, by Enter in its name, which has the next transition lead to it', async () => {
    const { onEdit, grow, name } = show();
    expect(screen.getByRole('button', { name: 'Add state' })).toBeDisabled();
    await userEvent.type(name, 'tired out{Enter}');
    expect(onEdit).toHaveBeenCalledExactlyOnceWith({ kind: 'addState', name: 'tired out', inside: null });
    expect(name).toHaveValue('');
    grow('tired_out');
    expect(screen.getByLabelText('new transition: to')).toHaveValue('tired_out');
    await userEvent.selectOptions(screen.getByLabelText('new transition: from'), 'excited');
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(onEdit).toHaveBeenLastCalledWith({
      kind: 'addTransition',
      source: 'excited',
      target: 'tired_out',
    });
  });

  it('is a state in another one that has states', async () => {
    const { onEdit, name } = show(['excited']);
    await userEvent.selectOptions(screen.getByLabelText('new state: inside'), 'excited');
    await userEvent.type(name, 'new{Enter}');
    expect(onEdit).toHaveBeenCalledExactlyOnceWith({ kind: 'addState', name: 'new', inside: 'excited' });
  });

  it('has a name of its own: another’s is marked with the reason, and not added', async () => {
    const { onEdit, name } = show();
    expect(screen.queryByLabelText('new state: inside')).toBeNull();
    await userEvent.type(name, 'over{Enter}');
    expect(name).toHaveAttribute('aria-invalid', 'true');
    expect(name).toHaveAccessibleDescription('there is a state “over” already');
    expect(onEdit).not.toHaveBeenCalled();
  });

  it('leaves no end: a final state is led to alone', () => {
    show();
    expect(screen.getByLabelText('new transition: from')).toHaveTextContent(/^calmexcitedinner$/);
    expect(screen.getByLabelText('new transition: to')).toHaveTextContent(/^calmexcitedinnerover$/);
  });
});
