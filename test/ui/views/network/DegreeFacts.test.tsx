import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { computeDegreeDistribution } from '../../../../src/engine/network/degrees.ts';
import { buildNetwork } from '../../../../src/engine/network/network.ts';
import {
  buildDegreePath,
  convertDegreeToX,
  convertShareToY,
  listDegreeTicks,
} from '../../../../src/ui/views/network/DegreeFacts.tsx';
import { NetworkFacts } from '../../../../src/ui/views/network/NetworkFacts.tsx';
import { renderOnPage } from '../../page.tsx';

describe('the set-up', () => {
  it('shows how many followers people have, in words and as a table', async () => {
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
  it('falls after each number that occurs, on two logarithmic axes', () => {
    const { network } = buildNetwork('n', 4, { sources: [0, 0, 0, 1], targets: [1, 2, 3, 0], weights: null });
    const path = buildDegreePath(computeDegreeDistribution(network), 3);
    const [half, quarter] = [convertShareToY(0.5), convertShareToY(0.25)].map(y => Math.round(y * 10) / 10);
    expect(path).toBe(`M38 ${half}H38V${quarter}H${convertDegreeToX(3, 3)}`);
    expect(convertShareToY(0.1) - convertShareToY(1)).toBeCloseTo(
      convertShareToY(0.01) - convertShareToY(0.1),
    );
    expect(convertDegreeToX(10, 100) - convertDegreeToX(1, 100)).toBeCloseTo(
      convertDegreeToX(100, 100) - convertDegreeToX(10, 100),
    );
  });

  it('has powers of ten below it, and its end where none is near', () => {
    expect(listDegreeTicks(183)).toEqual([1, 10, 100]);
    expect(listDegreeTicks(640)).toEqual([1, 10, 100, 640]);
    expect(listDegreeTicks(1)).toEqual([1]);
  });
});
