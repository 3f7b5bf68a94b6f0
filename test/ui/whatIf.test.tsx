import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { Headline } from '../../src/ui/views/bar/Headline.tsx';
import { Inspector } from '../../src/ui/views/inspector/Inspector.tsx';
import { WhatIf, WhatIfText } from '../../src/ui/views/inspector/WhatIf.tsx';
import { renderMissions, renderOnPage, renderReaders, renderWorkflow, type TestPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

const region = () => screen.getByRole('region', { name: 'Agent inspector' });
const OTHERWISE = 'What if it had answered differently?';

async function play({ store, commands }: TestPage, ticks: number, agent: number): Promise<void> {
  await act(() => commands.open(store.getState().run!.setup, {}, ticks));
  act(() => store.getState().select({ agents: [agent] }));
  await settlePage();
}

describe('another answer of an agent', () => {
  // Parts that are loaded when an agent is selected.
  beforeAll(() => import('../../src/ui/models/social/inspector/SocialAgent.tsx'));

  it('comes from a click on a legal option: the run is played again with it, as far as it was', async () => {
    const page = await renderOnPage(
      <>
        <Headline />
        <Inspector />
      </>,
    );
    await play(page, 6, 0);
    const offer = within(region()).getByText(/What if it had chosen/);
    const names = within(offer)
      .getAllByRole('button')
      .map(button => button.textContent);
    expect(names).toEqual(['ignore', 'like', 'reshare']);
    await userEvent.click(within(offer).getByRole('button', { name: 'like' }));
    await settlePage();
    const change = { kind: 'answer', tick: 5, agent: 'agent_001', answer: 'like' };
    expect(page.engine.opened?.setup.changes).toEqual([change]);
    expect(page.engine.calls.at(-1)).toBe('runTo 6');
    expect(page.store.getState().branch).toMatchObject({
      from: 4,
      change: 'Ines Okafor answers “like”',
      since: 'in round 5',
      parent: { head: 6 },
    });
    expect((await screen.findByText(/after Round 4/)).textContent).toContain('Ines Okafor answers “like”');
    expect(page.store.getState().selection.agents).toEqual([0]);
    expect(page.store.getState().notices.map(({ button }) => button?.label)).toContain('Bring it back');
  });

  it('is added to those of earlier branches, and replaces the same one', async () => {
    const page = await renderOnPage(null);
    await play(page, 6, 0);
    const given = (tick: number, agent: string, answer: string) =>
      ({ kind: 'answer', tick, agent, answer }) as const;
    for (const change of [given(3, 'agent_002', 'like'), given(5, 'agent_001', 'like')])
      await act(() => page.commands.fork(change));
    await act(() => page.commands.fork(given(5, 'agent_001', 'ignore')));
    const both = [given(3, 'agent_002', 'like'), given(5, 'agent_001', 'ignore')];
    expect(page.engine.opened?.setup.changes).toEqual(both);
    await act(() => page.commands.fork(given(2, 'agent_003', 'reply')));
    expect(page.engine.opened?.setup.changes).toEqual([given(2, 'agent_003', 'reply')]);
  });

  it('is a text of the user’s where agents answer in texts', async () => {
    const page = await renderOnPage(<WhatIfText agent={1} tick={2} answer="search: rivers" />);
    await play(page, 4, 1);
    await userEvent.click(screen.getByRole('button', { name: OTHERWISE }));
    const editor = screen.getByRole('textbox', { name: 'Answer in Round 2' });
    expect(editor).toHaveValue('search: rivers');
    expect(screen.getByRole('button', { name: 'Play on with this' })).toBeDisabled();
    await userEvent.clear(editor);
    expect(screen.getByRole('button', { name: 'Play on with this' })).toBeDisabled();
    await userEvent.type(editor, 'finish: no');
    await userEvent.click(screen.getByRole('button', { name: 'Play on with this' }));
    await settlePage();
    expect(page.engine.opened?.setup.changes).toEqual([
      { kind: 'answer', tick: 2, agent: 'agent_002', answer: 'finish: no' },
    ]);
    expect(page.engine.calls.at(-1)).toBe('runTo 4');
  });

  it('is not offered for a question of the warm-up, nor where there was no other option', async () => {
    const page = await renderOnPage(
      <>
        <WhatIf agent={0} tick={-2} options={['like', 'ignore']} chosen="like" />
        <WhatIf agent={0} tick={2} options={['like']} chosen="like" />
        <WhatIfText agent={0} tick={0} answer="x" />
        <WhatIfText agent={0} tick={9} answer="x" />
      </>,
    );
    await play(page, 4, 0);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ['missions', renderMissions],
    ['librarians', renderReaders],
    ['workflows', renderWorkflow],
  ] as const)('is offered next to the original answer: %s', async (_, rendered) => {
    const page = await rendered(<Inspector />);
    await play(page, 12, 0);
    expect(await within(region()).findByRole('button', { name: OTHERWISE })).toBeDefined();
  });
});
