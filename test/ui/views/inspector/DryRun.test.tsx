import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { usePage } from '../../../../src/ui/hooks/hooks.ts';
import { DryRun } from '../../../../src/ui/views/inspector/DryRun.tsx';
import { renderOnPage } from '../../page.tsx';

function Shown() {
  const detail = usePage(state => state.detail);
  return detail && <DryRun detail={detail} />;
}

const TRIED = {
  ...{ answer: 'like', words: 'like', raw: null, tokensIn: null, tokensOut: null, milliseconds: null },
  shares: [
    ['ignore', 0.25],
    ['like', 0.75],
  ] as const,
};

const opened = async () => {
  const page = await renderOnPage(<Shown />);
  await act(() => page.commands.step());
  act(() => page.store.getState().select({ agents: [1] }));
  const button = await screen.findByRole('button', { name: /^Ask what it would do in Round \d+$/ });
  return { ...page, button };
};

describe('a dry run', () => {
  it('asks nothing by itself; pressed, it shows what would come, with the shares', async () => {
    const { engine, button } = await opened();
    const asked = () => engine.calls.filter(call => call.startsWith('dryRun'));
    expect(asked()).toEqual([]);
    engine.tries = async () => ({ ...TRIED, model: null });
    await userEvent.click(button);
    expect(await screen.findByText('like')).toBeInTheDocument();
    expect(document.body).toHaveTextContent('ignore 25 %, like 75 %');
    expect(document.body).toHaveTextContent(
      'the built-in policy, by its rules and not by the words of a prompt, says so; it is thrown away',
    );
    expect(screen.queryByRole('button', { name: 'Run on with this answer' })).toBeNull();
    expect(asked()).toHaveLength(1);
  });

  it('offers to continue with a language model’s answer', async () => {
    const { engine, button } = await opened();
    engine.tries = async () => ({ ...TRIED, model: 'qwen3', raw: '{"action":"like"}' });
    await userEvent.click(button);
    expect(await screen.findByRole('button', { name: 'Run on with this answer' })).toBeInTheDocument();
    expect(document.body).toHaveTextContent('{"action":"like"}');
  });

  it('reports in a line why nobody is asked', async () => {
    const { engine, button } = await opened();
    const unasked = Object.assign(new Error('agent_002 is not asked in round 2'), { name: 'NotAsked' });
    engine.tries = async () => Promise.reject(unasked);
    await userEvent.click(button);
    expect(
      await screen.findByText(/^Nothing is asked of it in Round \d+: its chart decides alone\.$/),
    ).toBeInTheDocument();
  });
});
