import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { computeDegreeDistribution } from '../../../../src/engine/network/degrees.ts';
import { buildNetwork } from '../../../../src/engine/network/network.ts';
import {
  buildDegreePath,
  convertDegreeToX,
  convertShareToY,
  listDegreeTicks,
  NetworkFacts,
} from '../../../../src/ui/views/network/NetworkFacts.tsx';
import { clubs } from '../../clubs.ts';
import { renderOnPage } from '../../page.tsx';

describe('a network of the user’s, in the set-up,', () => {
  it('has its three directions next to each other, with the meaning of each, by keys as well', async () => {
    const { engine, commands } = await renderOnPage(<NetworkFacts />);
    await commands.openFiles([new File(['hub,ann\nhub,ben\nann,ben\n'], 'f.csv')]);
    const radio = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) });
    await waitFor(() => expect(radio('Second follows first')).toBeChecked());
    expect(radio('Second follows first')).toHaveAccessibleDescription(
      '3 links, most followed hub by 2, 0 % mutual',
    );
    expect(radio('First follows second')).toHaveAccessibleDescription(
      '3 links, most followed ben by 2, 0 % mutual',
    );
    expect(radio('Both ways')).toHaveAccessibleDescription('6 links, most followed ann by 2, 100 % mutual');
    expect(
      screen.getByText(/^As line 1 is read, ann follows hub, though nothing in the file says so\.$/),
    ).toBeVisible();
    expect(
      screen.getByText(/^Read as an edge list: 3 nodes, 3 links one way each; no weights\.$/),
    ).toBeVisible();
    radio('Second follows first').focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(engine.opened?.setup.direction).toBe('both'));
  });

  it('has the rules for repeated links with the resulting weights, where some are repeated', async () => {
    const { engine, commands } = await renderOnPage(<NetworkFacts />);
    await commands.openFiles([new File(['hub,ann,1\nhub,ann,4\nann,ben,2\n'], 'f.csv')]);
    const radio = (name: string) => screen.getByRole('radio', { name });
    await waitFor(() => expect(radio('Sum of their weights')).toBeChecked());
    expect(radio('Sum of their weights')).toHaveAccessibleDescription('2 links, weights from 2 to 5');
    expect(radio('First weight in the file')).toHaveAccessibleDescription('2 links, weights from 1 to 2');
    radio('Sum of their weights').focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(engine.opened?.setup.repeats).toBe('max'));
    expect(radio('Greatest weight')).toBeChecked();
    await commands.openFiles([new File(['hub,ann,1\nann,ben,2\n'], 'g.csv')]);
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Greatest weight' })).toBeNull());
    expect(engine.opened?.setup.repeats).toBeUndefined();
  });

  it('has a choice of the attribute that divides the nodes, where several can', async () => {
    const { engine, commands } = await renderOnPage(<NetworkFacts />);
    await commands.openFiles([new File([clubs('side "up"', 'side "down"')], 'clubs.gml')]);
    const choice = await screen.findByRole('combobox', { name: 'Attribute that divides the nodes' });
    expect([...choice.children].map(option => option.textContent)).toEqual(['club', 'side']);
    expect(choice).toHaveValue('club');
    await userEvent.selectOptions(choice, 'side');
    await waitFor(() => expect(engine.opened?.setup.groups).toBe('side'));
    expect(screen.getByRole('combobox', { name: 'Attribute that divides the nodes' })).toHaveValue('side');
    await commands.openFiles([new File([clubs('', '')], 'one.gml')]);
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    expect(engine.opened?.setup.groups).toBeUndefined();
  });
});

describe('the set-up', () => {
  it('says of a bundled network what its links are, and not of the user’s own', async () => {
    const { commands } = await renderOnPage(<NetworkFacts />);
    await commands.reset({ network: 'congress' });
    expect(await screen.findByText(/^Its links are not follows: /)).toBeVisible();
    await commands.openFiles([new File(['hub,ann\nhub,ben\n'], 'congress')]);
    await waitFor(() => expect(screen.queryByText(/^Its links are not follows/)).toBeNull());
  });

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
