import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OfferBars } from '../../../../src/ui/models/chart/ChartAgent.tsx';

const OFFERED = [
  { event: 'ignore', weight: 6, share: 0.6 },
  { event: 'like', weight: 4, share: 0.4 },
];
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(row => row.textContent);

describe('an option offered to an agent', () => {
  it('is shown with probability and weight, and marked if it was chosen', () => {
    render(<OfferBars offered={OFFERED} given={null} chosen="like" />);
    expect(rows()).toEqual(['ignore60 %6', 'like (chosen)40 %4']);
    const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headings).toEqual(['it could', 'probability', 'weight']);
    expect(within(screen.getByRole('row', { name: /like/ })).getByText('like').tagName).toBe('B');
  });

  it('is shown with the probabilities of a model where it gave some', () => {
    const given = [
      { event: 'ignore', share: 0.999 },
      { event: 'like', share: 0.001 },
    ];
    render(<OfferBars offered={OFFERED} given={given} chosen={null} />);
    expect(rows()).toEqual(['ignore> 99 %6', 'like< 1 %4']);
  });
});
