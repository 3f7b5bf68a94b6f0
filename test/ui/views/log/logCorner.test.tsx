import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { NotLoaded } from '../../../../src/engine/core/errors.ts';
import { EVENT_KINDS, type EventKind, type EventRecord } from '../../../../src/engine/model/event.ts';
import { Notices } from '../../../../src/ui/views/bar/Notices.tsx';
import { LogCorner } from '../../../../src/ui/views/log/LogCorner.tsx';
import type { EventPage, EventsAsked } from '../../../../src/workers/protocol/api.ts';
import { NAMES } from '../../fakeEngine.ts';
import { renderOnPage, type TestPage } from '../../page.tsx';
import { settlePage } from '../../settlePage.ts';

const KINDS: readonly EventKind[] = ['state_transition', 'question', 'answer', 'stuck_detection'];
/** Four lines a tick from 1 to 250, oldest first. */
const ALL: readonly EventRecord[] = Array.from({ length: 1000 }, (_, i) => ({
  tick: 1 + Math.floor(i / 4),
  time: '2026-01-30T10:00:00Z',
  kind: KINDS[i % 4]!,
  agent_id: `agent_00${1 + (i % 5)}`,
  ...(i % 4 === 0 && { from_state: 'idle', to_state: 'scrolling', trigger: 'feed_ready' }),
  ...(i % 4 === 2 && { text: `answer ${i}`, source: 'policy' }),
  ...(i % 4 === 3 && { rule: 'same_state', reason: `reason ${i}` }),
}));

/** The engine's part, with the lines above. */
function pageOf({ from, to, off, agents, words }: EventsAsked, skipped: number, most: number): EventPage {
  const inRange = ALL.filter(({ tick }) => tick >= (from ?? 0) && tick <= to);
  const found = inRange.filter(
    line =>
      JSON.stringify(line).includes(words) &&
      (agents === null || agents.some(agent => line.agent_id === `agent_00${agent + 1}`)),
  );
  const shown = found.filter(({ kind }) => !off.includes(kind)).reverse();
  const counts = EVENT_KINDS.map(kind => [kind, found.filter(line => line.kind === kind).length]);
  return {
    counts: Object.fromEntries(counts),
    total: shown.length,
    all: inRange.length,
    skipped,
    lines: shown.slice(skipped, skipped + most),
  };
}

let page: TestPage;
const events = vi.fn(async (...asked: Parameters<typeof pageOf>) => pageOf(...asked));
beforeEach(async () => {
  events.mockClear();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(320);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  page = await renderOnPage(
    <>
      <Notices />
      <LogCorner />
    </>,
  );
  Object.assign(page.engine.api, { events });
  act(() => page.store.setState({ head: 250 }));
  await screen.findByText('1,000 of 1,000 lines, newest first');
});

afterAll(async () => {
  // What looks for a lost focus a moment after a key does so while there is a page.
  await settlePage(150);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const lines = () => within(list()).getAllByRole('option');
const list = () => screen.getByRole('listbox');

it('the log has one line per event, newest first, and only those on the screen are rendered', () => {
  expect(lines().length).toBeLessThan(30);
  const first = lines()[0]!;
  expect(first).toHaveTextContent(`250stuck_detection${NAMES[4]}same_state: reason 999`);
  expect(first).toHaveAttribute('aria-setsize', '1000');
  expect(lines()[3]).toHaveTextContent(/state_transition.*idle → scrolling by feed_ready/);
});

it('the log requests the lines where it is scrolled to', async () => {
  list().scrollTop = 500 * 16;
  fireEvent.scroll(list());
  await waitFor(() => expect(lines()[0]).toHaveAttribute('aria-posinset', '501'));
  expect(lines()[0]).toHaveTextContent('125');
  expect(events.mock.lastCall?.[2]).toBeLessThan(200);
});

it('a kind is hidden and shown again by its chip, which keeps its count', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'question 250' }));
  await screen.findByText('750 of 1,000 lines, newest first');
  expect(screen.getByRole('button', { name: 'question 250' })).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(screen.getByRole('button', { name: 'question 250' }));
  await screen.findByText('1,000 of 1,000 lines, newest first');
});

it('words, and the selection, leave only matching lines', async () => {
  await userEvent.type(screen.getByRole('searchbox'), 'reason 99');
  await screen.findByText('4 of 1,000 lines, newest first');
  await userEvent.clear(screen.getByRole('searchbox'));
  act(() => page.store.getState().select({ agents: [1] }));
  await userEvent.selectOptions(screen.getByRole('combobox'), 'of the selected');
  await screen.findByText('200 of 1,000 lines, newest first');
  act(() => page.store.getState().select({ agents: [1, 2] }));
  await screen.findByText('400 of 1,000 lines, newest first');
});

it('the selected agents are a press away', async () => {
  act(() => page.store.setState({ isLogged: true }));
  expect(screen.queryByRole('button', { name: /^Inspect/ })).toBeNull();
  act(() => page.store.getState().select({ agents: [1, 2] }));
  expect(screen.getByRole('button', { name: 'Inspect 2 agents' })).toBeVisible();
  act(() => page.store.getState().select({ agents: [1] }));
  await userEvent.click(screen.getByRole('button', { name: `Inspect ${NAMES[1]}` }));
  expect(page.store.getState()).toMatchObject({ isLogged: false, selection: { agents: [1] } });
});

it('brushed rounds, else the viewed round, limit the log', async () => {
  act(() => page.store.getState().select({ range: [10, 19] }));
  await screen.findByText('40 of 40 lines, newest first');
  act(() => page.store.getState().select({ range: null, cursor: 100 }));
  await screen.findByText('400 of 400 lines, newest first');
});

it('a click views the round of a line and selects its agent, and the line stays and unfolds', async () => {
  await userEvent.click(lines()[6]!);
  expect(page.store.getState().selection).toMatchObject({ cursor: 249, agents: [3] });
  await screen.findByText('996 of 996 lines, newest first');
  const current = within(list()).getByRole('option', { selected: true });
  expect(current).toHaveTextContent(`question${NAMES[3]}`);
  expect(current).toHaveAttribute('aria-posinset', '3');
});

it('J and K go from line to line, and Enter views one', async () => {
  await userEvent.keyboard('jjjk');
  const current = within(list()).getByRole('option', { selected: true });
  expect(current).toHaveAttribute('aria-posinset', '2');
  expect(list()).toHaveAttribute('aria-activedescendant', current.id);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(page.store.getState().selection).toMatchObject({ cursor: 249 });
});

it('a line that is pointed at is the round under the pointer in all views', async () => {
  await userEvent.hover(lines()[5]!);
  expect(page.store.getState().selection.hover).toEqual({ kind: 'tick', tick: 249 });
  await userEvent.unhover(lines()[5]!);
  expect(page.store.getState().selection.hover).toBeNull();
});

it('lines that could not be saved, since a part of the page failed to load, are saved by Try again', async () => {
  const eventFile = vi.spyOn(page.engine.api, 'eventFile');
  eventFile.mockRejectedValueOnce(new NotLoaded('the log’s words could not be loaded (no connection)'));
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:a');
  saved.mockClear();
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
  expect(saved).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(eventFile.mock.calls.map(([, form]) => form)).toEqual(['csv', 'csv']);
});
