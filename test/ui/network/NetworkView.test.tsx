import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { CascadeTree } from '../../../src/engine/models/social/reports/socialQueries.ts';
import { useViews } from '../../../src/ui/hooks/useViews.ts';
import { SocialNetwork } from '../../../src/ui/models/social/SocialNetwork.tsx';
import { getSocialPart, SOCIAL } from '../../../src/ui/models/social/socialPart.ts';
import { clubs } from '../clubs.ts';
import { renderOnPage } from '../page.tsx';

// Loaded before the last test is over.
await import('../../../src/workers/layout/startNetworkLayout.ts');

const Place = () => {
  const { Place: View } = useViews();
  return <View />;
};

const shown = async () => {
  const page = await renderOnPage(<Place />);
  await act(() => page.commands.step());
  await userEvent.click(screen.getByRole('button', { name: 'network' }));
  const view = await screen.findByRole('region', { name: 'Network' });
  await within(view).findByRole('img', { name: /6 people, 9 follows/ });
  return { ...page, view };
};
const plot = (view: HTMLElement) => within(view).getByRole('img', { name: /^Network/ });

describe('the network', () => {
  it('replaces the tree, and gives its place back', async () => {
    const { view } = await shown();
    await userEvent.click(within(view).getByRole('button', { name: 'tree' }));
    expect(screen.queryByRole('region', { name: 'Network' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Cascade' })).toBeInTheDocument();
  });

  it('describes in a sentence who is in which state and what the cascade did', async () => {
    const { view } = await shown();
    await vi.waitFor(() =>
      expect(plot(view)).toHaveAccessibleName(
        /6 people, 9 follows: \d idle.*; a post about climate by Hugo Jansen: 3 people took part, its author included, 1 only liked a post in it, 1 only looked, 1 never did\.$/,
      ),
    );
  });

  it('counts the author among those who took part, as the headline does, and everybody once', async () => {
    const { view, store } = await shown();
    const numberOf = (words: string) => Number(within(view).getByText(words).previousSibling?.textContent);
    await vi.waitFor(() =>
      expect(numberOf('took part')).toBe(getSocialPart(store.getState()).tree?.measures.size),
    );
    expect(within(view).getByText('by a reply').parentElement).toHaveAttribute('data-part', 'true');
    const all = ['took part', 'only liked a post in it', 'only looked', 'never looked'].map(numberOf);
    expect(all.reduce((sum, count) => sum + count)).toBe(store.getState().run?.info.config.agents);
  });

  it('sets those who only replied apart where replies do not count', async () => {
    const { view, store } = await shown();
    const { tree } = getSocialPart(store.getState());
    if (tree === null) throw new Error('there is no cascade');
    // The reply, of agent 0, does not count.
    const reshares: CascadeTree = {
      ...tree,
      ...{ counts: 'reshares', post: tree.post.slice(0, 2), author: tree.author.slice(0, 2) },
      exposure: { ...tree.exposure, passedOn: 1, replied: 1 },
    };
    act(() => store.getState().know(SOCIAL, { tree: reshares }));
    const row = (await within(view).findByText('only replied')).parentElement;
    expect(row).toHaveTextContent('1only replied');
    expect(row).not.toHaveAttribute('data-part');
    expect(within(view).getByText('took part').parentElement).toHaveTextContent('2took part');
  });

  it('goes through the people of the cascade first, then the most followed; Enter selects', async () => {
    const { view, store } = await shown();
    plot(view).focus();
    const led = [];
    for (let press = 0; press < 6; press++) {
      await userEvent.keyboard('{ArrowDown}');
      const { hover } = store.getState().selection;
      led.push(hover?.kind === 'agent' ? hover.agent : null);
    }
    expect(led).toEqual([2, 1, 0, 3, 4, 5]);
    await userEvent.keyboard('{Home}{ArrowDown}{Enter}');
    expect(store.getState().selection.agents).toEqual([1]);
  });

  it('has nothing under the pointer while it is dragged', async () => {
    const { view, store } = await shown();
    plot(view).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(store.getState().selection.hover).not.toBeNull();
    view.setPointerCapture = () => {};
    const at = (clientX: number) => ({ button: 0, pointerId: 1, clientX, clientY: 20 });
    fireEvent.pointerDown(plot(view), at(20));
    fireEvent.pointerMove(plot(view), at(60));
    expect(store.getState().selection.hover).toBeNull();
  });

  it('has a table of everybody with state, followers and part in the cascade', async () => {
    const { view } = await shown();
    await vi.waitFor(() => expect(plot(view)).toHaveAccessibleName(/1 never did/));
    await userEvent.click(within(view).getByRole('button', { name: 'Network as a table' }));
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    const cells = rows.map(row => [...row.children].map(cell => cell.textContent));
    expect(cells[0]).toEqual(['id', 'name', 'state', 'followers', 'follows', 'in this cascade']);
    expect(cells[1]).toEqual([
      'agent_003',
      'Hugo Jansen',
      expect.any(String),
      '2',
      '2',
      'wrote it in Round −4',
    ]);
    expect(cells.map(row => row[5]).slice(2)).toEqual([
      'passed it on in Round −2',
      'replied in Round 1',
      'liked it',
      'looked and went on',
      'never looked',
    ]);
  });

  it('can be coloured by the groups of its file, which its legend, its sentence and its table name', async () => {
    const { view, commands } = await shown();
    expect(within(view).queryByRole('group', { name: 'Meaning of colours' })).toBeNull();
    await act(() => commands.openFiles([new File([clubs()], 'clubs.gml')]));
    const modes = await within(view).findByRole('group', { name: 'Meaning of colours' });
    within(modes).getByRole('button', { name: 'club' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(within(modes).getByRole('button', { name: 'club' })).toHaveAttribute('aria-pressed', 'true');
    const legend = within(view).getByRole('list', { name: 'Colours of each club' });
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map(row => row.textContent),
    ).toEqual(['Mr. Hi 3', 'Officer 3']);
    expect(within(view).queryByText('colour: state now')).toBeNull();
    await vi.waitFor(() =>
      expect(plot(view)).toHaveAccessibleName(/coloured by club: Mr\. Hi \(3\), Officer \(3\)/),
    );
    await userEvent.click(within(view).getByRole('button', { name: 'Network as a table' }));
    const [head, ...rows] = within(await screen.findByRole('table')).getAllByRole('row');
    expect(head.children[3]).toHaveTextContent('club');
    expect(rows.map(row => row.children[3]?.textContent).sort()).toEqual([
      ...['Mr. Hi', 'Mr. Hi', 'Mr. Hi', 'Officer', 'Officer', 'Officer'],
    ]);
  });

  it('moves no cursor: it has no time', async () => {
    const { view, store } = await shown();
    fireEvent.pointerMove(plot(view), { clientX: 200, clientY: 100 });
    fireEvent.click(plot(view), { clientX: 200, clientY: 100 });
    expect(store.getState().selection).toMatchObject({ cursor: null, hover: null });
  });

  it('shows why it cannot be laid out', async () => {
    // There are no workers here.
    const { view } = await shown();
    expect(await within(view).findByText(/could not be laid out: /)).toBeInTheDocument();
  });

  it('asks to select somebody where there are too many', async () => {
    const { store, commands } = await renderOnPage(<SocialNetwork />);
    await act(() => commands.reset({ agents: 10_001 }));
    expect(await screen.findByText(/10,001 people are too many to draw at once/)).toBeInTheDocument();
    act(() => store.getState().select({ agents: [7] }));
    await vi.waitFor(() => expect(screen.queryByText(/too many/)).toBeNull());
  });
});
