import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SOCIAL_WORDS } from '../../src/engine/models/social/socialChart.ts';
import { StatusLine } from '../../src/ui/views/bar/StatusLine.tsx';
import { renderOnPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

it('a condition that the run cannot meet is reported in the panel and not accepted; the others stay', async () => {
  const { commands, engine, store } = await renderOnPage(<StatusLine />);
  await act(() => commands.step());
  await act(async () => void (await commands.addPause('enters idle')));
  vi.spyOn(engine.api, 'pauseWhen').mockImplementation(async texts => {
    if (texts.includes('enters nowhere')) throw new Error('"nowhere" is no state of this run');
  });
  await userEvent.click(screen.getByText('Pause when…'));
  await userEvent.selectOptions(await screen.findByLabelText('Event'), 'written');
  await userEvent.type(screen.getByLabelText('Condition'), 'enters nowhere');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect((await screen.findByRole('alert')).textContent).toBe('"nowhere" is no state of this run');
  expect(store.getState().pauses.map(({ text }) => text)).toEqual(['enters idle']);
  expect(store.getState().notices).toEqual([]);
  await userEvent.type(screen.getByLabelText('Condition'), ' else');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('the condition that paused the run is shown and counted, and its agent is selected', async () => {
  const { commands, engine, store } = await renderOnPage(<StatusLine />);
  await act(() => commands.step());
  await act(async () => void (await commands.addPause('enters idle')));
  // The frame of that round comes after the answer.
  const tick = store.getState().head + 1;
  vi.spyOn(engine.api, 'pausedBy').mockImplementation(async () => [{ condition: 0, tick, agent: 2 }]);
  act(() => {
    store.getState().send('play');
    store.getState().send('ended');
  });
  await settlePage();
  expect(store.getState().notices).toEqual([]);
  await act(() => commands.step());
  await settlePage();
  expect(store.getState().pauses).toEqual([{ text: 'enters idle', isOn: true, fits: true, hits: 1 }]);
  expect(store.getState().selection.agents).toEqual([2]);
  const note = store.getState().notices.at(-1);
  expect(note?.text).toContain('enters idle: ');
  act(() => note?.button?.act());
  expect(await screen.findByRole('dialog', { name: 'Pause when…' })).toBeTruthy();
});

it('the condition that paused the run is shown in the words of the chart', async () => {
  const { commands, engine, store } = await renderOnPage(<StatusLine />);
  await act(() => commands.step());
  const { run } = store.getState();
  const chart = { ...run!.info.chart, words: SOCIAL_WORDS };
  act(() => store.setState({ run: { ...run!, info: { ...run!.info, chart } } }));
  await act(async () => void (await commands.addPause('takes sees_post')));
  const tick = store.getState().head;
  vi.spyOn(engine.api, 'pausedBy').mockImplementation(async () => [{ condition: 0, tick, agent: 2 }]);
  act(() => {
    store.getState().send('play');
    store.getState().send('ended');
  });
  await settlePage();
  expect(store.getState().notices.at(-1)?.text).toContain(`Paused at Round ${tick}: takes “stops”: `);
});

it('conditions stay when another run is opened, and those that it cannot meet are ignored', async () => {
  const { commands, engine, store } = await renderOnPage(<StatusLine />);
  await act(() => commands.step());
  await act(async () => void (await commands.addPause('enters idle')));
  await act(async () => void (await commands.addPause('takes timeout')));
  const sent: string[][] = [];
  vi.spyOn(engine.api, 'pauseWhen').mockImplementation(async texts => {
    sent.push([...texts]);
    if (texts.includes('takes timeout')) throw new Error('"timeout" is no trigger of this run');
  });
  await act(() => commands.reset());
  await settlePage();
  expect(store.getState().pauses.map(({ text, isOn, fits }) => [text, isOn, fits])).toEqual([
    ['enters idle', true, true],
    ['takes timeout', true, false],
  ]);
  expect(sent.at(-1)).toEqual(['enters idle']);
});

it('a condition is put together, switched off and removed', async () => {
  const { commands, store } = await renderOnPage(<StatusLine />);
  await act(() => commands.step());
  await userEvent.click(screen.getByText('Pause when…'));
  await userEvent.selectOptions(await screen.findByLabelText('Event'), 'state');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  const box = await screen.findByRole('checkbox', { name: 'composing >= 10' });
  expect(screen.getByText('pauses at 1 condition')).toBeTruthy();
  await userEvent.click(box);
  expect(store.getState().pauses[0]).toMatchObject({ text: 'composing >= 10', isOn: false });
  expect(screen.queryByText(/^pauses at/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove “composing >= 10”' }));
  expect(store.getState().pauses).toEqual([]);
});

it('a column of agents is chosen by name, for anybody or for the selected one', async () => {
  const { commands, store } = await renderOnPage(<StatusLine />);
  await act(() => commands.step());
  await userEvent.click(screen.getByText('Pause when…'));
  await userEvent.selectOptions(await screen.findByLabelText('Event'), 'value');
  await userEvent.selectOptions(await screen.findByLabelText('Of what'), 'interest');
  await userEvent.selectOptions(screen.getByLabelText('Compared'), '==');
  const value = screen.getByLabelText('Value');
  await userEvent.clear(value);
  await userEvent.type(value, 'works');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByRole('checkbox', { name: 'any agent: interest == "works"' });
  act(() => store.getState().select({ agents: [4] }));
  await userEvent.click(await screen.findByLabelText(/^only/));
  await userEvent.clear(value);
  await userEvent.type(value, '0.5');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByRole('checkbox', { name: 'agent_005: interest == 0.5' });
});

it('the ways to the next and the last match show what they wait for', async () => {
  const { commands } = await renderOnPage(<StatusLine />);
  await act(() => commands.step());
  await userEvent.click(screen.getByText('Pause when…'));
  expect(await screen.findByText('once a condition is added')).toBeVisible();
  await act(async () => void (await commands.addPause('enters idle')));
  expect(screen.queryByText('once a condition is added')).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: /enters idle/ }));
  expect(screen.getByText('once one is switched on')).toBeVisible();
});
