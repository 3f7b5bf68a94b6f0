import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { SOCIAL_WORDS } from '../../../../src/engine/models/social/socialChart.ts';
import { PageContext } from '../../../../src/ui/hooks/hooks.ts';
import { WhyDialog } from '../../../../src/ui/views/inspector/WhyDialog.tsx';
import { WhyMoment } from '../../../../src/ui/views/inspector/WhyMoment.tsx';
import { renderOnPage } from '../../page.tsx';

/** The same object each time: another one is another question. */
const POST = { id: 'post_003' };
const MOMENT = { agent: 1, tick: 2 };

describe('the origin of a post', () => {
  it('is explained link by link; a press selects its agent, in its round', async () => {
    const onClose = vi.fn();
    const page = await renderOnPage(<WhyDialog about={POST} title="How it came" onClose={onClose} />);
    await act(() => page.commands.step());
    const dialog = await screen.findByRole('dialog', { name: 'How it came' });
    const links = await within(dialog).findAllByRole('listitem');
    expect(links.map(link => link.textContent)).toEqual([
      'Round 1Ines passed on the post of Hugo.',
      'Round −4Hugo wrote about climate.',
    ]);
    await userEvent.click(within(links[1]).getByRole('button'));
    expect(page.store.getState().selection).toMatchObject({ agents: [2], cursor: -4 });
    expect(onClose).toHaveBeenCalled();
  });
});

describe('the explanation of an agent in a round', () => {
  it('includes what could not happen, and the stay before can be asked about in turn', async () => {
    const page = await renderOnPage(<WhyDialog about={MOMENT} title="Ines" onClose={() => {}} />);
    await act(() => page.commands.step());
    const dialog = await screen.findByRole('dialog', { name: 'Ines at Round 2' });
    const links = await within(dialog).findAllByRole('listitem');
    expect(links.map(link => link.textContent)).toEqual([
      'Round 2it moved from idle to scrolling by feed_ready.',
      'Round 0it had come to idle from resting by round_ends.and why that?',
      'timeout, to resting: 1 before; fires after 4',
    ]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'and why that?' }));
    expect(await within(dialog).findByText('it moved from idle to scrolling by feed_ready.')).toBeDefined();
    expect(within(dialog).getAllByText('Round 0')).toHaveLength(2);
    expect(dialog).toBe(screen.getByRole('dialog', { name: 'Ines at Round 0' }));
  });

  it('uses the words of the chart, and names where it shows names', async () => {
    const page = await renderOnPage(<WhyDialog about={MOMENT} title="Ines" onClose={() => {}} />);
    const { run } = page.store.getState();
    const chart = { ...run!.info.chart, words: SOCIAL_WORDS };
    act(() => page.store.setState({ run: { ...run!, info: { ...run!.info, chart } }, triggerNames: false }));
    const said = async () =>
      (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent).join(' ');
    expect(await said()).toContain('it moved from idle to scrolling by “arrives”.');
    expect(await said()).toContain('“times out”, to resting: 1 before; fires after 4');
    act(() => page.store.setState({ triggerNames: true }));
    expect(await said()).toContain('it moved from idle to scrolling by feed_ready.');
  });

  it('is about the chosen moment, where that differs from the viewed one', async () => {
    await import('../../../../src/ui/views/inspector/WhyDialog.tsx');
    const page = await renderOnPage(
      <WhyMoment
        detail={{ agent: 1, tick: 102, id: 'agent_002' } as never}
        moment={{ tick: 31, words: 'step 8' }}
      />,
    );
    const asked = vi.spyOn(page.engine.api, 'whyMoment');
    await userEvent.click(screen.getByRole('button', { name: 'why, at its step 8?' }));
    expect(await screen.findByRole('dialog', { name: /, its step 8, at Round 31$/ })).toBeDefined();
    expect(asked.mock.calls).toEqual([[1, 31]]);
  });

  it('keeps the focus where the pressed link goes with its chain', async () => {
    const page = await renderOnPage(null);
    const link = (kind: string, tick: number) => ({
      ...{ tick, agent: 1, kind, about: '', numbers: {} },
      said: `${kind} at ${tick}`,
    });
    vi.spyOn(page.engine.api, 'whyMoment').mockImplementation(async (_, tick) => ({
      ...{ tick, refused: [] },
      links: tick === 2 ? [link('moved', 2), link('came', 1)] : [link('stayed', 1)],
    }));
    render(
      <PageContext value={page}>
        <WhyDialog about={MOMENT} title="Ines" onClose={() => {}} />
      </PageContext>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'and why that?' }));
    await screen.findByText('stayed at 1.');
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });

  it('ends in one full stop, also after a quotation', async () => {
    const page = await renderOnPage(null);
    vi.spyOn(page.engine.api, 'why').mockResolvedValue([
      { tick: 1, agent: 1, kind: 'thought', about: '', said: 'cycle 1: I search again.', numbers: {} },
    ]);
    render(
      <PageContext value={page}>
        <WhyDialog about={POST} title="How it came" onClose={() => {}} />
      </PageContext>,
    );
    expect(await screen.findByText('cycle 1: I search again.')).toBeDefined();
  });
});
