import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { Placement } from '../../../src/ui/charts/placement.ts';
import { usePlacement } from '../../../src/ui/hooks/usePlacement.ts';
import { LatePlacements, type LayOut, PLACEMENT_DEADLINE_MS } from '../../../src/ui/model/latePlacement.ts';
import { infoOf } from '../fakeEngine.ts';

const { config } = infoOf(DEFAULT_SETUP, 1);
const chartOf = (name: string, states: readonly string[] = ['a', 'b']) => ({
  name,
  states,
  initial: 'a',
  transitions: [{ trigger: 'go', source: 'a', target: 'b', guard: null }],
});

/** A layout that is ready when the test says so. */
function slow() {
  const asked: { sheet: string; done: (placement: Placement) => void; fail: (why: Error) => void }[] = [];
  const layOut: LayOut = (_, width, height) =>
    new Promise((done, fail) => {
      asked.push({ sheet: `${width}×${height}`, done, fail });
    });
  return { asked, placements: new LatePlacements(layOut) };
}
const placed = (): Placement => ({ states: [], edges: [], group: null });
const wait = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

describe('the placement of a chart', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const render = (placements: LatePlacements, chart = chartOf('workflow')) =>
    renderHook(props => usePlacement(props.chart, config, props.width, 432, placements), {
      initialProps: { chart, width: 380 },
    });

  it('is available at once where the model places its chart by hand', () => {
    const { asked, placements } = slow();
    const { chart } = infoOf(DEFAULT_SETUP, 1);
    const { result } = renderHook(() => usePlacement(chart, config, 519, 432, placements));
    expect(result.current?.states).toHaveLength(chart.states.length);
    expect(asked).toEqual([]);
  });

  it('comes later where it is automatic, and is kept', async () => {
    const { asked, placements } = slow();
    const view = render(placements);
    expect(view.result.current).toBeNull();
    await wait(0);
    const placement = placed();
    await act(async () => asked[0]!.done(placement));
    expect(view.result.current).toBe(placement);
    view.unmount();
    // The same chart in another run is another object.
    expect(render(placements).result.current).toBe(placement);
    await wait(500);
    expect(asked).toHaveLength(1);
  });

  it('stays on the screen while a chart with the same states grows, and is given to the next layout', async () => {
    const layOut = vi.fn<LayOut>(async () => placedStates);
    const placedStates = {
      ...placed(),
      states: ['a', 'b'].map(state => ({ state })),
    } as unknown as Placement;
    const placements = new LatePlacements(layOut);
    const growing = (target: string, states?: readonly string[]) => ({
      ...chartOf('recorded', states),
      isGrowing: true,
      transitions: [{ trigger: 'always', source: 'a', target, guard: null, total: 3 }],
    });
    const { result, rerender } = render(placements, growing('a'));
    await wait(0);
    expect(result.current).toBe(placedStates);
    rerender({ chart: growing('b'), width: 380 });
    expect(result.current).toBe(placedStates);
    await wait(0);
    expect(layOut.mock.lastCall?.[4]).toBe(placedStates);
    rerender({ chart: growing('b', ['a', 'b', 'c']), width: 380 });
    expect(result.current).toBeNull();
  });

  it('stays on the screen while the sheet changes its size, and is requested when it has settled', async () => {
    const { asked, placements } = slow();
    const { result, rerender } = render(placements);
    await wait(0);
    const before = placed();
    await act(async () => asked[0]!.done(before));
    for (const width of [370, 360, 350]) {
      rerender({ chart: chartOf('workflow'), width });
      await wait(20);
      expect(result.current).toBe(before);
    }
    await wait(100);
    expect(asked.map(({ sheet }) => sheet)).toEqual(['380×432', '350×432']);
    const after = placed();
    await act(async () => asked[1]!.done(after));
    expect(result.current).toBe(after);
  });

  it('goes into the layout for another size, whose result is kept by what it came from', async () => {
    const gridOf = (cells: readonly number[]): Placement => ({
      ...placed(),
      grid: {
        ...{ columns: 2, rows: 1, width: 380, height: 432, aspect: 380 / 432 },
        cells: new Map(cells.map((cell, i) => ['ab'[i]!, cell])),
      },
    });
    const layOut = vi.fn<LayOut>(async (_chart, _width, _height, _pause, before) => before ?? gridOf([0, 1]));
    const placements = new LatePlacements(layOut);
    const { result, rerender } = render(placements);
    await wait(0);
    const first = result.current;
    for (const width of [300, 380, 300]) {
      rerender({ chart: chartOf('workflow'), width });
      await wait(100);
      expect(result.current).toBe(first);
    }
    expect(layOut.mock.calls.map(([, width, , , before]) => [width, before])).toEqual([
      [380, null],
      [300, first],
      [380, first],
    ]);
  });

  it('of a chart that is gone is dropped', async () => {
    const { asked, placements } = slow();
    const { result, rerender } = render(placements);
    await wait(0);
    rerender({ chart: chartOf('workflow', ['a', 'b', 'c']), width: 380 });
    await wait(0);
    await act(async () => asked[0]!.done(placed()));
    expect(result.current).toBeNull();
    const placement = placed();
    await act(async () => asked[1]!.done(placement));
    expect(result.current).toBe(placement);
  });

  it.each(['fails', 'takes too long'])('is the plain sheet where the layout %s', async how => {
    const { asked, placements } = slow();
    const { result } = render(placements);
    await wait(0);
    if (how === 'fails') await act(async () => asked[0]!.fail(new Error('no')));
    else await wait(PLACEMENT_DEADLINE_MS);
    await act(() => vi.dynamicImportSettled());
    expect(result.current?.states.map(({ state }) => state)).toEqual(['a', 'b']);
    await wait(1000);
    expect(asked).toHaveLength(1);
  });
});
