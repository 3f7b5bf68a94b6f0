import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
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

  it('states that real trees cannot be cut, and which are left out', async () => {
    await renderOnPage(<Headline />);
    await userEvent.click(screen.getByRole('button', { name: /not calibrated/ }));
    const sheet = within(await dialog());
    const told = sheet.getByText(/A simulated cascade is cut 24 hours after its root/).textContent;
    expect(told).toContain(`${figures.held.late} trees of ${figures.held.name} that reached half`);
    expect(told).toContain('up to half of the posts may lie after it');
    const nearest = within(sheet.getByRole('list', { name: 'Nearest' })).getAllByRole('listitem');
    expect(nearest.map(({ textContent }) => textContent?.split(':')[0])).toEqual([
      'size in posts',
      'depth',
      'max breadth',
      'structural virality',
      'minutes to half size',
    ]);
  });

  it('names the nearest one by each measure that covers most sizes, and those that are not shown to be farther', () => {
    const none = { size: null, depth: null, breadth: null, virality: null, half: null };
    const at = (ks: number) => ({ ...none, depth: { ks, low: ks - 0.05, high: ks + 0.05 } });
    const common = { kind: 'baseline', fitted: null, roots: null, cascades: 1 } as const;
    const row = (name: string, ks: number, covered = 1) => ({
      ...common,
      ...{ name, covered, ks: at(ks), fit: null, error: none, quantiles: none },
    });
    const real = row('the others: Twitter15 itself', 0);
    const rows = [row('a', 0.4), row('b', 0.123), real, row('few sizes', 0.01, 0.29)];
    expect(describeNearestRows(rows, 'depth')).toBe('b (.12, 100 % of sizes)');
    expect(describeNearestRows([...rows, row('c', 0.2, 0.91)], 'depth')).toBe(
      'b (.12, 100 % of sizes); not shown to be farther: c (.20, 91 % of sizes)',
    );
    expect(describeNearestRows(rows, 'half')).toBe('nobody');
    expect([formatMeasureValue(2.3456), formatMeasureValue(44.6)]).toEqual(['2.35', '45']);
  });
});
