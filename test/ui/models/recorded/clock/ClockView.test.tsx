import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContext } from '../../../../../src/ui/hooks/hooks.ts';
import { chooseCasesView } from '../../../../../src/ui/models/recorded/casesView.ts';
import { CallTreeView } from '../../../../../src/ui/models/recorded/clock/CallTreeView.tsx';
import { ClockCorner } from '../../../../../src/ui/models/recorded/clock/ClockCorner.tsx';
import { ClockView } from '../../../../../src/ui/models/recorded/clock/ClockView.tsx';
import { getCasesQuestion, RECORDED } from '../../../../../src/ui/models/recorded/recordedPart.ts';
import { openPage } from '../../../page.tsx';
import { settlePage } from '../../../settlePage.ts';
import { clockOf, knowSessions, SESSIONS, TWO_PM } from './clockReports.ts';

/** Texts that the lanes have drawn. */
const drawn: string[] = [];

/** A context that notes its texts; the rest is nothing. */
const CONTEXT = new Proxy(
  {},
  {
    get: (_, name) => {
      if (name === 'measureText') return (text: string) => ({ width: text.length * 6 });
      if (name === 'fillText') return (text: string) => void drawn.push(text);
      return () => undefined;
    },
    set: () => true,
  },
);

beforeEach(() => {
  drawn.length = 0;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(CONTEXT as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The page of some sessions. */
async function clockPage(view = <ClockView />, part: object = {}) {
  const page = await openPage();
  const { clock, calls, chart, names } = await knowSessions();
  const run = page.store.getState().run!;
  const config = {
    ...run.info.config,
    inputInfo: { traces: { name: 'observed.jsonl', count: 4, sha256: '' } },
  };
  const info = { ...run.info, config, names, chart: { ...run.info.chart, states: chart.states } };
  page.store.setState({
    run: { ...run, setup: { ...run.setup, model: 'recorded' }, info },
    head: 99,
    phase: 'paused',
    view: 'clock',
    modelParts: { recorded: { ...RECORDED.initial, clock, calls, ...part } },
  } as object);
  render(<PageContext value={{ store: page.store, commands: page.commands }}>{view}</PageContext>);
  await settlePage();
  return page;
}

const lanes = () => screen.getByRole('img', { name: /^Lanes by the clock/ });

async function press(element: HTMLElement, ...keys: readonly string[]) {
  for (const key of keys) {
    fireEvent.keyDown(element, { key });
    await settlePage();
  }
}

describe('the lanes by the clock', () => {
  it('name the cases with times, what ran them, and how many have none', async () => {
    await clockPage();
    expect(drawn).toEqual(
      expect.arrayContaining(['cart', 'Claude Code, 1 sub-agent', 'docs', '14:05', '14:10']),
    );
    expect(drawn).not.toContain('old');
    expect(
      screen.getByText(/29 Nov 2026, 13:59 to 14:12: all cases\. 1 of 4 cases has no times/),
    ).toBeVisible();
    expect(lanes().getAttribute('aria-label')).toContain('3 of 4 cases on 2 lanes');
  });

  it('open sub-agents, go through steps and select one by the keyboard', async () => {
    const { store } = await clockPage();
    lanes().focus();
    await press(lanes(), 'ArrowDown', 'ArrowRight');
    expect(drawn).toContain('scout');
    await press(lanes(), 'ArrowRight', 'ArrowRight');
    expect(
      screen.getByText(/^Grep, step 2, .*, 14:01:00.000, 2 min, one of 2 at the same time$/),
    ).toBeInTheDocument();
    await press(lanes(), 'Enter');
    expect(store.getState().selection).toMatchObject({ agents: [0], own: { step: 2 } });
    await press(lanes(), 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    expect(lanes().getAttribute('aria-label')).toContain('on 2 lanes');
  });

  it('zoom, pan and fit by keys while they have the focus', async () => {
    const { store } = await clockPage();
    await press(lanes(), 'w', 'w');
    expect(screen.getByText(/14:03:\d\d to 14:08:\d\d\. 1 of 4/)).toBeVisible();
    await press(lanes(), 'd');
    expect(screen.getByText(/14:04:\d\d to 14:09:\d\d\. 1 of 4/)).toBeVisible();
    await press(lanes(), '0');
    expect(screen.getByText(/13:59 to 14:12: all cases/)).toBeVisible();
    act(() => store.getState().select({ agents: [2] }));
    fireEvent.click(screen.getByRole('button', { name: 'Fit' }));
    await settlePage();
    expect(screen.getByText(/: one case/)).toBeVisible();
  });

  it('zoom by the wheel with Ctrl, and move with a drag, whose end selects nobody', async () => {
    const { store } = await clockPage();
    const stretch = () => screen.getByText(/29 Nov 2026/).textContent;
    const whole = stretch();
    fireEvent.wheel(lanes(), { deltaY: -200, ctrlKey: true, clientX: 400 });
    await settlePage();
    const near = stretch();
    expect(near).not.toBe(whole);
    lanes().parentElement!.parentElement!.setPointerCapture = () => undefined;
    fireEvent.pointerDown(lanes(), { clientX: 400, clientY: 80, button: 0, pointerId: 1 });
    fireEvent.pointerMove(lanes(), { clientX: 460, clientY: 80, pointerId: 1 });
    fireEvent.pointerUp(lanes(), { clientX: 460, clientY: 80, pointerId: 1 });
    fireEvent.click(lanes(), { clientX: 460, clientY: 80 });
    await settlePage();
    expect(stretch()).not.toBe(near);
    expect(store.getState().selection.agents).toEqual([]);
    fireEvent.doubleClick(lanes());
    await settlePage();
    expect(stretch()).toBe(whole);
  });

  it('name what is under the pointer, and select it at a click', async () => {
    const { store } = await clockPage();
    // In the middle of the time, between the names and the words at the end of the lanes.
    const middle = { clientX: 196 + (900 - 196 - 208) / 2, clientY: 32 + 22 + 17 };
    fireEvent.pointerMove(lanes(), middle);
    await settlePage();
    expect(screen.getByText('14:04:00.000, 4 min').parentElement?.textContent).toMatch(/^Agentstep 5, /);
    fireEvent.click(lanes(), middle);
    expect(store.getState().selection).toMatchObject({ agents: [0], own: { step: 5 } });
    fireEvent.click(lanes(), { clientX: 20, clientY: 32 + 22 + 17 });
    await settlePage();
    expect(drawn).toContain('scout');
  });

  it('leave keys with Ctrl to the page and the browser', async () => {
    await clockPage();
    const event = new KeyboardEvent('keydown', { key: 'w', ctrlKey: true, bubbles: true, cancelable: true });
    act(() => void lanes().dispatchEvent(event));
    expect(event.defaultPrevented).toBe(false);
  });

  it('say in words that traces have no times', async () => {
    const clock = await clockOf([SESSIONS[3]]);
    await clockPage(undefined, { clock });
    expect(screen.getByText('These traces have no times: 1 of 1 case has no times.')).toBeVisible();
  });
});

describe('the call tree', () => {
  it('has the steps with their times and tokens, and a row of a sub-agent', async () => {
    await clockPage();
    const rows = screen.getAllByRole('treeitem').map(row => row.textContent);
    expect(rows[0]).toBe('mend the cart12 min99');
    expect(rows).toContain('Grep toFixed2 min');
    expect(rows).toContain('↳ explore1 min');
    expect(rows.find(row => row?.startsWith('Read'))).toContain('failed');
  });

  it('folds, opens and selects by the keyboard', async () => {
    const { store } = await clockPage();
    const tree = screen.getByRole('tree');
    const count = () => screen.getAllByRole('treeitem').length;
    await press(tree, 'ArrowDown', 'ArrowLeft');
    expect(count()).toBe(1);
    await press(tree, 'ArrowRight');
    expect(count()).toBe(9);
    await press(tree, 'ArrowRight', 'ArrowDown', 'Enter');
    expect(store.getState().selection).toMatchObject({ agents: [0], own: { step: 2 } });
    expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('Grep');
  });
});

describe('the call tree of a case under way', () => {
  it('follows its end, until the user has scrolled up', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(36);
    const { clock, calls } = await knowSessions();
    const ends = { tool: null, since: TWO_PM, sent: null, last: 6, heardAt: TWO_PM };
    const report = { ...clock, live: [{ agent: calls!.agent, waitsFor: null, ...ends }] };
    const grown = (rows: number) => ({ ...calls!, rows: calls!.rows.slice(0, rows) });
    const view = <CallTreeView clock={{ report, names: [] }} now={TWO_PM + 60_000} />;
    const { store } = await clockPage(view, { calls: grown(3) });
    const know = async (rows: number) => {
      act(() => store.getState().know(RECORDED, { calls: grown(rows) }));
      await settlePage();
    };
    const tree = screen.getByRole('tree');
    expect(tree.scrollTop).toBe(3 * 18);
    fireEvent.scroll(tree, { target: { scrollTop: 18 } });
    await know(4);
    expect(tree.scrollTop).toBe(4 * 18);
    fireEvent.scroll(tree, { target: { scrollTop: 0 } });
    await know(6);
    expect(tree.scrollTop).toBe(0);
  });
});

describe('a step that is selected elsewhere', () => {
  it('is shown in the call tree, though the user had folded the turn around it', async () => {
    const { store } = await clockPage();
    const tree = screen.getByRole('tree');
    await press(tree, 'ArrowDown', 'ArrowLeft');
    expect(screen.getAllByRole('treeitem')).toHaveLength(1);
    act(() => store.getState().select({ agents: [0], own: { step: 3 } }));
    await settlePage();
    expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('Read');
  });
});

describe('the corner of the clock', () => {
  it('says where the time of recordings went, and what is unknown', async () => {
    await clockPage(<ClockCorner />);
    const corner = screen.getByRole('region', { name: 'Where the time went' });
    expect(corner.textContent).toContain('2 of 3 cases have times: 14 min together.');
    expect(corner.textContent).toContain('1 sub-agent lie within');
    expect(corner.textContent).toMatch(/waiting for a person.*3 min, known of 1 of 2/);
    expect(corner.textContent).toMatch(/cart.*12 min/);
  });

  it('names who needs somebody first in a live source, then who is stuck and by what, and a press selects them', async () => {
    const live = [
      { agent: 1, waitsFor: null, tool: null, since: null },
      { agent: 2, waitsFor: 'tool', tool: 'Edit', since: TWO_PM },
      { agent: 0, waitsFor: 'person', tool: 'send', since: TWO_PM + 1000 },
    ];
    const { clock } = await knowSessions();
    const stuck = [
      {
        agent: 2,
        step: 4,
        reason: 'the same call 3 times in a row',
        call: 'Edit a.ts',
        lasts: true,
      },
    ];
    const { store } = await clockPage(<ClockCorner />, {
      clock: { ...clock, live, stuck },
      isStreamed: true,
    });
    expect(screen.getByRole('region', { name: 'Now' }).textContent).toContain(
      'Those that wait for a person first: 1 of 3. The rule “clear loops” has held in 1.',
    );
    expect(screen.getByRole('region', { name: 'Now' }).textContent).toMatch(
      /Of 14 min in 2 cases, ended ones included: the model 7 % \(known of 1\), tools \d+ %.*, waiting for a person \d+ %.*, between steps \d+ %\./,
    );
    const rows = screen.getAllByRole('listitem').map(row => row.textContent);
    expect(rows[0]).toMatch(/^cartsince .*14:00:01asks for leave to run send; 99 tokens so far$/);
    expect(rows[1]).toMatch(/^docs.*waits for EditEdit a\.ts, the same call 3 times in a row, up to step 4$/);
    expect(rows[2]).toMatch(/^scout/);
    fireEvent.click(screen.getByRole('button', { name: /^cart/ }));
    expect(store.getState().selection.agents).toEqual([0]);
  });
});

describe('the question of the page', () => {
  it('is the clock for a live source until the user has chosen another', async () => {
    const { store } = await clockPage(undefined, { isStreamed: true });
    store.getState().arrange({ view: null });
    expect(getCasesQuestion(store.getState())).toBe('clock');
    chooseCasesView(store, { question: 'rules' });
    expect(getCasesQuestion(store.getState())).toBe('rules');
  });

  it('is cost for a recording, whatever the name of its file', async () => {
    const { store } = await clockPage();
    store.getState().arrange({ view: null });
    expect(store.getState().run?.info.config.inputInfo.traces?.name).toBe('observed.jsonl');
    expect(getCasesQuestion(store.getState())).toBe('cost');
  });
});
