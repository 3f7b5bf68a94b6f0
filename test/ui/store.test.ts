import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import {
  computeHeadLabelRoom,
  convertTickToX,
  findTickAtX,
  followHeadTick,
  zoomTimeScale,
} from '../../src/ui/charts/timeScale.ts';
import { getModelAppearance, getModelDefaults } from '../../src/ui/model/getModelAppearance.ts';
import { SOCIAL_PICKED } from '../../src/ui/models/social/socialPart.ts';
import { getViewedTick } from '../../src/ui/state/viewState.ts';
import { createPageStore } from '../../src/ui/store/createPageStore.ts';
import { getVeilLeft } from '../../src/ui/views/time/TimelineTools.tsx';
import { frameOf, infoOf, NAMES, stateOf } from './fakeEngine.ts';
import { governedFrame, governedInfo } from './governedFake.ts';

const agents = NAMES.length;

function opened() {
  const store = createPageStore();
  store.getState().opened(infoOf(DEFAULT_SETUP, 1), DEFAULT_SETUP);
  store.getState().receive(frameOf(agents, -10, 0, 1));
  return store;
}

describe('page store', () => {
  it('grows its columns by every frame and keeps everybody’s state', () => {
    const store = opened();
    store.getState().receive(frameOf(agents, 0, 3, 1));
    const { run, head, society } = store.getState();
    expect(head).toBe(3);
    expect(run!.columns.first).toBe(-9);
    for (let state = 0; state < 8; state++) {
      const inState = [...society!.state].filter(other => other === state).length;
      expect(run!.columns.count(3, state)).toBe(inState);
    }
    expect(society!.state[2]).toBe(stateOf(2, 3));
    expect(society!.moved.agent).toHaveLength(agents);
  });

  it('keeps frames that overtake the run they belong to, and drops those of an older one', () => {
    const store = opened();
    store.getState().receive(frameOf(agents, -10, 0, 2));
    expect(store.getState().run!.info.epoch).toBe(1);
    store.getState().opened(infoOf(DEFAULT_SETUP, 2), DEFAULT_SETUP);
    expect(store.getState().head).toBe(0);
    store.getState().receive(frameOf(agents, 0, 5, 1));
    expect(store.getState().head).toBe(0);
  });

  it('asks for the states again when a frame comes without its moves', () => {
    const store = opened();
    store.getState().receive({ ...frameOf(agents, 0, 4, 1), moves: null });
    expect(store.getState().society).toBeNull();
    expect(store.getState().run!.columns.head).toBe(4);
  });

  it('moves the cursor within the run and releases it at the head', () => {
    const store = opened();
    store.getState().receive(frameOf(agents, 0, 5, 1));
    store.getState().moveCursor(-2);
    expect(getViewedTick(store.getState())).toBe(3);
    store.getState().moveCursor(2);
    expect(store.getState().selection.cursor).toBeNull();
    store.getState().moveCursor(-100);
    expect(getViewedTick(store.getState())).toBe(-9);
  });

  it('leaves the cursor at the head of a run of which nothing has been played', () => {
    const store = opened();
    const info = infoOf(DEFAULT_SETUP, 2);
    store.getState().opened({ ...info, config: { ...info.config, warmUp: 0 } }, DEFAULT_SETUP);
    expect(store.getState().run!.columns.first).toBe(1);
    store.getState().moveCursor(Number.NEGATIVE_INFINITY);
    expect(store.getState().selection.cursor).toBeNull();
    expect(getViewedTick(store.getState())).toBe(0);
  });

  it('closes with a model the views that are its own, and the panel that the next one lacks', () => {
    const store = createPageStore();
    store.getState().arrange({ view: 'given in the address' });
    store.getState().opened(infoOf(DEFAULT_SETUP, 1), DEFAULT_SETUP);
    expect(store.getState().view).toBe('given in the address');
    const arrange = () =>
      store
        .getState()
        .arrange({ view: 'clock', rare: '20,30', panel: 'oracle', counted: [1], isLogged: true });
    const seen = () => {
      const { view, rare, panel, counted, isLogged } = store.getState();
      return { view, rare, panel, counted, isLogged };
    };
    arrange();
    store.getState().opened(infoOf(DEFAULT_SETUP, 2), DEFAULT_SETUP);
    expect(seen()).toEqual({ view: 'clock', rare: '20,30', panel: 'oracle', counted: [1], isLogged: true });
    const missions = { ...DEFAULT_SETUP, ...getModelDefaults('governed') };
    store.getState().opened(governedInfo(missions, 3), missions);
    expect(seen()).toEqual({ view: null, rare: null, panel: 'oracle', counted: [], isLogged: true });
    const recorded = { ...DEFAULT_SETUP, ...getModelDefaults('recorded') };
    arrange();
    store.getState().opened(infoOf(recorded, 4), recorded);
    expect(seen()).toEqual({ view: null, rare: null, panel: null, counted: [], isLogged: true });
  });

  it('steps back from the latest kind of choice first', () => {
    const store = opened();
    store.getState().select({ cursor: -3, agents: [2] });
    store.getState().pick(SOCIAL_PICKED, { post: 1 });
    store.getState().stepBack();
    expect(store.getState().selection).toMatchObject({ own: { post: null }, agents: [2] });
    store.getState().stepBack();
    store.getState().stepBack();
    expect(store.getState().selection).toMatchObject({ cursor: null, agents: [] });
  });

  it('reports the same thing once', () => {
    const store = opened();
    store.getState().notify('error', 'no such file');
    store.getState().notify('error', 'no such file');
    expect(store.getState().notices).toHaveLength(1);
    expect(store.getState().notices[0]).toMatchObject({ text: 'no such file', times: 2 });
  });
});

describe('two ticks that are brought into the window', () => {
  const seen = (first: number, last: number) => {
    const store = opened();
    store.getState().showSpan(first, last);
    const { scale, plotWidth } = store.getState();
    return { scale, x: [convertTickToX(scale, first), convertTickToX(scale, last)] as const, plotWidth };
  };

  it('leave it as it is where both are in it', () => {
    expect(seen(-10, 5).scale).toEqual(opened().getState().scale);
  });

  it('move it where both fit, and zoom out where they do not', () => {
    const near = seen(-60, -40);
    expect(near.scale.pixels).toBe(opened().getState().scale.pixels);
    const far = seen(-60, 400);
    expect(far.scale.pixels).toBeLessThan(near.scale.pixels);
    for (const { x, plotWidth } of [near, far]) {
      expect(x[0]).toBeGreaterThan(40);
      expect(x[1]).toBeLessThan(plotWidth);
    }
  });

  it('leave the labels of the present their room', () => {
    const store = opened();
    store.getState().setPlot(318, 4);
    for (let tick = 0; tick < 44; tick++) store.getState().receive(frameOf(agents, tick, tick + 1, 1));
    // Both are in the window, the present at its end.
    store.getState().pan(convertTickToX(store.getState().scale, 44) - 310);
    store.getState().showSpan(-19, 44);
    const { scale, plotWidth } = store.getState();
    expect(convertTickToX(scale, -19)).toBeGreaterThan(39);
    expect(convertTickToX(scale, 44)).toBeLessThanOrEqual(plotWidth - 140);
  });

  it('stay in it where a panel takes room, until the window is moved by hand', () => {
    const store = opened();
    store.getState().showSpan(-60, -20);
    const squeeze = (width: number) => {
      store.getState().setPlot(width, store.getState().scale.pixels);
      const { scale, plotWidth } = store.getState();
      return [-60, -20].every(
        tick => convertTickToX(scale, tick) >= 0 && convertTickToX(scale, tick) <= plotWidth,
      );
    };
    expect(squeeze(220)).toBe(true);
    store.getState().pan(-400);
    expect(squeeze(200)).toBe(false);
  });
});

describe('looking back at missions', () => {
  it('keeps events out of the room for words, and the plot full', () => {
    const setup = getModelDefaults('governed');
    const store = createPageStore();
    store.getState().opened(governedInfo(setup, 1), setup);
    for (let tick = 0; tick < 40; tick++) store.getState().receive(governedFrame(tick, tick + 1, 1));
    const width = store.getState().plotWidth;
    const most = width - computeHeadLabelRoom(width, getModelAppearance('governed').room);
    const seen = () => convertTickToX(store.getState().scale, getViewedTick(store.getState()));
    for (const by of [-12, -20, -7, 30]) {
      store.getState().moveCursor(by);
      expect(seen()).toBeGreaterThanOrEqual(0);
      expect(seen()).toBeLessThanOrEqual(most);
      expect(store.getState().scale.from).toBeGreaterThanOrEqual(getModelAppearance('governed').from);
    }
    store.getState().showTick(2);
    expect(convertTickToX(store.getState().scale, 2)).toBeGreaterThanOrEqual(0);
    expect(getVeilLeft(store.getState())).toBeCloseTo(most + 10);
  });
});

describe('notices', () => {
  it('are three at most: the oldest gives way', () => {
    const store = opened();
    for (let note = 1; note <= 6; note++) store.getState().notify('error', `mistake ${note}`);
    const texts = store.getState().notices.map(({ text }) => text);
    expect(texts).toEqual(['mistake 4', 'mistake 5', 'mistake 6']);
  });

  it('give way with their buttons only to others that have buttons', () => {
    const store = opened();
    const texts = () => store.getState().notices.map(({ text }) => text);
    const button = (label: string) => ({ label, act: () => {} });
    store.getState().notify('note', 'replaced', button('Bring it back'));
    store.getState().notify('question', 'which way?', button('Swap'));
    for (let note = 1; note <= 6; note++) store.getState().notify('error', `mistake ${note}`);
    expect(texts()).toEqual(['replaced', 'which way?', 'mistake 6']);
    store.getState().notify('error', 'stopped', button('Try again'));
    expect(texts()).toEqual(['replaced', 'which way?', 'stopped']);
    for (let note = 7; note <= 8; note++) store.getState().notify('error', `mistake ${note}`);
    expect(texts()).toEqual(['replaced', 'which way?', 'stopped', 'mistake 8']);
    store.getState().notify('note', 'reloaded', button('Reload'));
    expect(texts()).toEqual(['which way?', 'stopped', 'reloaded']);
  });

  it('are short and plain, whatever they quote', () => {
    const store = opened();
    store.getState().notify('note', `made by \u202e${'9'.repeat(1_000_000)} before`);
    const [{ text }] = store.getState().notices;
    expect(text).toMatch(/^made by \\u202e9+ … 9+ before$/);
    expect(text.length).toBeLessThanOrEqual(1000);
  });
});

describe('the window of a run that is over', () => {
  const long = () => {
    const store = createPageStore();
    const setup = getModelDefaults('governed');
    store.getState().opened(governedInfo(setup, 1), setup);
    store.getState().receive(governedFrame(0, 90, 1));
    return store;
  };
  const isWhole = (store: ReturnType<typeof long>) => {
    const { scale, plotWidth, run, head } = store.getState();
    return [run!.columns.first, head].every(
      tick => convertTickToX(scale, tick) >= 0 && convertTickToX(scale, tick) <= plotWidth,
    );
  };

  it('shows the whole run, unless it was moved by hand', () => {
    const store = long();
    expect(isWhole(store)).toBe(false);
    store.getState().showWhole();
    expect(isWhole(store)).toBe(true);
    const moved = long();
    moved.getState().pan(-100_000);
    const { scale } = moved.getState();
    moved.getState().showWhole();
    expect(moved.getState().scale).toBe(scale);
  });

  it('stays as it is where the whole run was visible', () => {
    const store = opened();
    const { scale } = store.getState();
    store.getState().showWhole();
    expect(store.getState().scale).toBe(scale);
  });
});

describe('time scale', () => {
  it('keeps the tick under the pointer when it zooms', () => {
    const scale = { from: -24, pixels: 10 };
    const before = scale.from + 310 / scale.pixels;
    const after = zoomTimeScale(scale, 1.6, 310);
    expect(convertTickToX(after, before)).toBeCloseTo(310);
    expect(findTickAtX(scale, 310)).toBe(7);
  });

  it('jumps ten rounds at once at the window’s end', () => {
    const scale = { from: -24, pixels: 10 };
    expect(followHeadTick(scale, 33, 740, 164)).toBe(scale);
    expect(followHeadTick(scale, 34, 740, 164).from).toBe(-14);
  });

  it('jumps by a third of the visible part in a narrow plot, which stays full', () => {
    expect(followHeadTick({ from: -24, pixels: 2.5 }, 46, 318, 164).from).toBe(-1);
  });

  it('keeps the head in a narrow plot, however narrow it was for a moment', () => {
    const store = opened();
    store.getState().receive(frameOf(agents, 0, 31, 1));
    for (const width of [740, 40, 248]) store.getState().setPlot(width, 8);
    const x = convertTickToX(store.getState().scale, 31);
    expect(x).toBeGreaterThan(60);
    expect(x).toBeLessThanOrEqual(148);
    store.getState().setPlot(740, 10);
    expect(store.getState().scale.from).toBe(-24);
  });

  it('shows the end of the brushed rounds, and drops them with another round', () => {
    const store = opened();
    store.getState().receive(frameOf(agents, 0, 9, 1));
    store.getState().moveCursor(-2);
    store.getState().moveRange(-3);
    expect(store.getState().selection).toMatchObject({ range: [4, 7], cursor: 7 });
    store.getState().moveRange(2);
    expect(store.getState().selection.range).toEqual([6, 7]);
    store.getState().select({ agents: [2] });
    expect(store.getState().selection.range).toEqual([6, 7]);
    store.getState().select({ cursor: 3 });
    expect(store.getState().selection).toMatchObject({ range: null, cursor: 3 });
    store.getState().moveRange(-1);
    store.getState().select({ agents: [] });
    store.getState().stepBack();
    expect(store.getState().selection).toMatchObject({ range: null, cursor: null });
  });
});
