import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { getModelDefaults } from '../../../../src/ui/model/getModelAppearance.ts';
import { describeTimelines, TimelinesView } from '../../../../src/ui/views/time/TimelinesView.tsx';
import { clubs } from '../../clubs.ts';
import { renderOnPage } from '../../page.tsx';

await Promise.all([
  import('../../../../src/ui/network/GroupColours.tsx'),
  import('../../../../src/ui/views/time/chartTables.ts'),
]);

const shown = async (text = clubs()) => {
  const page = await renderOnPage(<TimelinesView />);
  await act(() => page.commands.openFiles([new File([text], 'clubs.gml')]));
  await act(() => page.commands.step());
  return { ...page, view: screen.getByRole('region', { name: 'Agent timelines' }) };
};

describe('the timelines of a network that is divided into groups', () => {
  it('can be coloured by them, with a list, a legend of the colours, and a sentence', async () => {
    const { view, store } = await shown();
    const choice = await within(view).findByRole('combobox', { name: /^Meaning of colours/ });
    expect(choice).toHaveValue('state');
    expect(within(view).queryByRole('list')).toBeNull();
    await userEvent.selectOptions(choice, 'colour: club');
    expect(store.getState().colour).toBe('group');
    const legend = await within(view).findByRole('list', { name: 'Colours of each club' });
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map(row => row.textContent),
    ).toEqual(['Mr. Hi 3', 'Officer 3']);
    const sentence = () => describeTimelines(store.getState(), [0]);
    expect(sentence()).toMatch(/; coloured by club: Mr\. Hi \(3\), Officer \(3\)\.$/);
    await userEvent.selectOptions(choice, 'colour: state');
    expect(within(view).queryByRole('list')).toBeNull();
    expect(sentence()).not.toContain('coloured');
  });

  it('have a column for them in their table, by the name in the file, next to that of the model’s kinds', async () => {
    const { view } = await shown();
    await userEvent.click(within(view).getByRole('button', { name: 'Agent timelines as a table' }));
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    const cells = rows.map(row => [...row.children].slice(0, 4).map(cell => cell.textContent));
    expect(cells[0]).toEqual(['agent', 'name', 'archetype', 'club']);
    expect(
      cells
        .slice(1)
        .map(([, , , club]) => club)
        .sort(),
    ).toEqual([...['Mr. Hi', 'Mr. Hi', 'Mr. Hi', 'Officer', 'Officer', 'Officer']]);
  });

  it('of a file without groups have no choice of colours and no column', async () => {
    const { view } = await shown('graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]');
    expect(within(view).queryByRole('combobox', { name: /^Meaning of colours/ })).toBeNull();
    await userEvent.click(within(view).getByRole('button', { name: 'Agent timelines as a table' }));
    const [head] = within(await screen.findByRole('table')).getAllByRole('row');
    expect([...head.children].slice(0, 4).map(cell => cell.textContent)).toEqual([
      ...['agent', 'name', 'archetype', expect.stringMatching(/^state/)],
    ]);
  });
});

it('agents of a chart have their names from the engine, with labels of their network', async () => {
  const { store } = await renderOnPage(<TimelinesView />, getModelDefaults('chart'));
  expect(store.getState().run?.setup.model).toBe('chart');
  expect(store.getState().run?.info.names[0]).toBe('Ines Okafor');
});
