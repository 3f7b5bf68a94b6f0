import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { computeDegreeDistribution } from '../../../../src/engine/network/degrees.ts';
import { buildNetwork } from '../../../../src/engine/network/network.ts';
import { stepsOf, ticksUpTo, xOf, yOf } from '../../../../src/ui/views/network/degreePlot.ts';
import { NetworkFacts } from '../../../../src/ui/views/network/NetworkFacts.tsx';
import { renderOnPage } from '../../page.tsx';

describe('the set-up', () => {
  it('tells how many followers people have, in words and as a table', async () => {
    await renderOnPage(<NetworkFacts />);
    expect(
      await screen.findByText('Followers: median 2, at most 2; nobody follows 1 person (17 %).'),
    ).toBeVisible();
    expect(screen.getByText('Followed: median 2, at most 2; 1 person (17 %) follow nobody.')).toBeVisible();
    expect(screen.getByRole('img', { name: /^Followers: median 2.*Followed: / })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Followers and followed as a table' }));
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    expect(rows.map(row => [...row.children].map(cell => cell.textContent))).toEqual([
      ['at least', 'have so many followers', 'follow so many'],
      ['1', '5', '5'],
      ['2', '4', '4'],
    ]);
  });
});

describe('the curve of degrees', () => {
  it('falls after each number that is met, on two logarithmic axes', () => {
    const { network } = buildNetwork('n', 4, { sources: [0, 0, 0, 1], targets: [1, 2, 3, 0], weights: null });
    const path = stepsOf(computeDegreeDistribution(network), 3);
    const [half, quarter] = [yOf(0.5), yOf(0.25)].map(y => Math.round(y * 10) / 10);
    expect(path).toBe(`M38 ${half}H38V${quarter}H${xOf(3, 3)}`);
    expect(yOf(0.1) - yOf(1)).toBeCloseTo(yOf(0.01) - yOf(0.1));
    expect(xOf(10, 100) - xOf(1, 100)).toBeCloseTo(xOf(100, 100) - xOf(10, 100));
  });

  it('has powers of ten below it, and its end where none is near', () => {
    expect(ticksUpTo(183)).toEqual([1, 10, 100]);
    expect(ticksUpTo(640)).toEqual([1, 10, 100, 640]);
    expect(ticksUpTo(1)).toEqual([1]);
  });
});
