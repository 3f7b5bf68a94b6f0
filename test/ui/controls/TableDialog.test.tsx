import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TableDialog } from '../../../src/ui/controls/TableDialog.tsx';

describe('a chart’s data as a table', () => {
  it('stands outside of the chart, whose styles would press its buttons', () => {
    const data = { head: ['round', 'posts'], rows: [[1, 2]], summary: 'One round.' };
    const { container } = render(
      <header>
        <TableDialog name="Posts" data={data} onClose={() => undefined} />
      </header>,
    );
    expect(container.querySelector('dialog')).toBeNull();
    expect(screen.getByRole('dialog').parentElement).toBe(document.body);
    expect(screen.getByRole('cell', { name: '2' })).toBeDefined();
  });
});
