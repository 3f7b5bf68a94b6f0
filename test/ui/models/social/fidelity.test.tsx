import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  COMPARED_MEASURES,
  describeNearestRows,
  formatDistance,
  formatMeasureValue,
} from '../../../../src/ui/models/social/fidelity/FidelityDialog.tsx';
import figures from '../../../../src/ui/models/social/fidelity/fidelity.json';
import { Headline } from '../../../../src/ui/views/bar/Headline.tsx';
import { renderOnPage } from '../../page.tsx';

const dialog = () => screen.findByRole('dialog', { name: 'How real is it?', hidden: true });

describe('the comparison with real cascades', () => {
  it('opens where the page states that it is not calibrated, and closes again', async () => {
    await renderOnPage(<Headline />);
    await userEvent.click(screen.getByRole('button', { name: /not calibrated/ }));
    const sheet = within(await dialog());
    expect(sheet.getByText(/Fitted, and not fitted/)).toBeTruthy();
    expect(sheet.getByRole('link', { name: /how they were made/ }).getAttribute('href')).toMatch(
      /validation/,
    );
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  });

  it('has a column for each model and baseline of the chosen network', async () => {
    await renderOnPage(<Headline />);
    await userEvent.click(screen.getByRole('button', { name: /not calibrated/ }));
    const sheet = within(await dialog());
    await userEvent.selectOptions(sheet.getByRole('combobox'), 'lastfm');
    const lastfm = figures.networks.find(({ name }) => name === 'lastfm');
    const ks = lastfm?.rows[0].ks.depth?.ks ?? Number.NaN;
    const row = sheet.getByRole('row', { name: /^depth/ });
    expect(row.textContent).toContain(formatDistance(ks));
    expect(within(row).getAllByRole('cell')).toHaveLength(
      1 + (lastfm?.rows.length ?? 0) + figures.free.length,
    );
  });

  it('names in words the nearest one by each measure', () => {
    const none = { size: null, depth: null, breadth: null, virality: null, half: null };
    const at = (ks: number) => ({ ...none, depth: { ks, low: 0, high: 1 } });
    const common = { kind: 'baseline', fitted: null, roots: null, cascades: 1, covered: 1 } as const;
    const row = (name: string, ks: number) => ({
      ...common,
      ...{ name, ks: at(ks), fit: null, error: none, quantiles: none },
    });
    expect(
      describeNearestRows(
        [row('a', 0.4), row('b', 0.123), row('the others: Twitter15 itself', 0)],
        ['depth', 'half'],
      ),
    ).toBe('depth: b (.12); minutes to half size: nobody');
    expect(COMPARED_MEASURES).toHaveLength(5);
    expect([formatMeasureValue(2.3456), formatMeasureValue(44.6)]).toEqual(['2.35', '45']);
  });
});
