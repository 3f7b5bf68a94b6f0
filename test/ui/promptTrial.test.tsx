import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRemoteDefaults } from '../../src/engine/oracle/oracleSetup.ts';
import { WhatIf, WhatIfText } from '../../src/ui/views/inspector/WhatIf.tsx';
import type { Tried } from '../../src/workers/protocol/api.ts';
import { renderOnPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

const EDIT = 'Edit the prompt…';
const dialog = () => screen.getByRole('dialog', { name: 'Round 2: ask with another prompt' });
const answer = () => within(dialog()).getByRole('region', { name: 'Answer to this prompt' });
const ask = () => within(dialog()).getByRole('button', { name: 'Ask with this prompt' });

const tried = (part: Partial<Tried>): Tried => ({
  answer: 'like',
  words: 'like',
  model: 'qwen3',
  raw: '"A" -0.1',
  shares: [
    ['ignore', 0.4],
    ['like', 0.6],
  ],
  tokensIn: 1234,
  tokensOut: 1,
  milliseconds: 81.4,
  ...part,
});

/** A page on which a model decides and a question of Round 2 can be asked again. */
async function opened(isByModel = true) {
  const page = await renderOnPage(<WhatIf agent={1} tick={2} options={['ignore', 'like']} chosen="ignore" />);
  for (let i = 0; i < 4; i++) await act(() => page.commands.step());
  if (isByModel)
    act(() => page.store.getState().decideBy({ ...createRemoteDefaults('ollama'), model: 'qwen3' }));
  return page;
}

async function editing() {
  const page = await opened();
  await userEvent.click(screen.getByRole('button', { name: EDIT }));
  await screen.findByRole('dialog');
  await settlePage();
  return page;
}

describe('an edited prompt', () => {
  beforeAll(() => import('../../src/ui/views/inspector/PromptTrialDialog.tsx'));

  it('is offered where a language model decides, and asks nothing by itself', async () => {
    const { engine, store } = await opened(false);
    expect(screen.queryByRole('button', { name: EDIT })).toBeNull();
    act(() => store.getState().decideBy({ ...createRemoteDefaults('ollama'), model: 'qwen3' }));
    await userEvent.click(screen.getByRole('button', { name: EDIT }));
    await screen.findByRole('dialog');
    await settlePage();
    expect(within(dialog()).getByRole('textbox', { name: 'user' })).toHaveValue('Agent 1 in 2');
    expect(engine.calls.filter(call => call.startsWith('askOnce'))).toEqual([]);
    expect(answer().textContent).toContain('not asked yet');
  });

  it('is sent once; its answer stands next to the one in the run, and is accepted only on request', async () => {
    const { engine, store } = await editing();
    engine.tries = async () => tried({});
    await userEvent.type(within(dialog()).getByRole('textbox', { name: 'user' }), ', be kind');
    await userEvent.click(ask());
    await settlePage();
    expect(engine.calls.at(-1)).toBe('askOnce 1 2 Agent 1 in 2, be kind');
    expect(within(dialog()).getByRole('region', { name: 'Answer in the run' }).textContent).toContain(
      'ignore',
    );
    expect(answer().textContent).toContain('like');
    expect(answer().textContent).toContain('ignore 40 %, like 60 %');
    expect(answer().textContent).toContain('qwen3 · 1,234 tokens in, 1 out · 81 ms');
    expect(store.getState().branch).toBeNull();
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Run on with this answer' }));
    await settlePage();
    expect(engine.opened?.setup.changes).toEqual([
      { kind: 'answer', tick: 2, agent: 'agent_002', answer: 'like' },
    ]);
    expect(store.getState().branch).toMatchObject({ from: 1 });
  });

  it('offers no way to continue with an unusable answer, or with the same one', async () => {
    const { engine } = await editing();
    engine.tries = async () => tried({ answer: null, words: 'it cannot be used: no letter', shares: null });
    await userEvent.click(ask());
    await settlePage();
    expect(answer().textContent).toContain('it cannot be used: no letter');
    expect(within(answer()).queryByRole('button')).toBeNull();
    engine.tries = async () => tried({ answer: 'ignore', words: 'ignore' });
    await userEvent.click(ask());
    await settlePage();
    expect(within(answer()).getByRole('button', { name: 'The same answer as in the run' })).toBeDisabled();
  });

  it('keeps the typed text and the former answer where nobody answers, which is reported in one line', async () => {
    const { engine } = await editing();
    engine.tries = async () => tried({});
    await userEvent.click(ask());
    await settlePage();
    engine.tries = () => Promise.reject(new Error('Nothing answers at http://a.'));
    const user = within(dialog()).getByRole('textbox', { name: 'user' });
    await userEvent.type(user, '!');
    await userEvent.click(ask());
    await settlePage();
    expect(within(dialog()).getByRole('alert').textContent).toBe('Nothing answers at http://a.');
    expect(user).toHaveValue('Agent 1 in 2!');
    expect(answer().textContent).toContain('like 60 %');
  });

  it('of agents that answer in words continues with the text', async () => {
    const page = await renderOnPage(<WhatIfText agent={1} tick={2} answer="search: rivers" />);
    for (let i = 0; i < 3; i++) await act(() => page.commands.step());
    act(() => page.store.getState().decideBy({ ...createRemoteDefaults('ollama'), model: 'qwen3' }));
    page.engine.tries = async () =>
      tried({ answer: 'no idea', words: 'not read: no object in it', shares: null });
    await userEvent.click(screen.getByRole('button', { name: EDIT }));
    await settlePage();
    await userEvent.click(ask());
    await settlePage();
    expect(answer().textContent).toContain('not read: no object in it');
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Run on with this answer' }));
    await settlePage();
    expect(page.engine.opened?.setup.changes).toEqual([
      { kind: 'answer', tick: 2, agent: 'agent_002', answer: 'no idea' },
    ]);
  });
});
