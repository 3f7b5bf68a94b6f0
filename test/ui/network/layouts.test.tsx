import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildNetwork } from '../../../src/engine/network/network.ts';
import { type Laid, Layouts, type NotLaid, usePlaces } from '../../../src/ui/network/layouts.ts';
import { settlePage } from '../settlePage.ts';

const { network: links } = buildNetwork('n', 2, { sources: [0], targets: [1], weights: null });
const WANTED = { key: 'abc', links, isKept: false };
const done: Laid = { places: Float32Array.of(0, 0, 1, 1), part: 1 };
const half: Laid = { places: Float32Array.of(0.4, 0.4, 0.6, 0.6), part: 0.5 };

/** Layouts by hand. */
function byHand() {
  const calls: { placed(laid: Laid): void; failed(error: Error): void; isOver: boolean }[] = [];
  const layouts = new Layouts(async () => (_, heard) => {
    const call = { ...heard, isOver: false };
    calls.push(call);
    return () => {
      call.isOver = true;
    };
  });
  return { calls, layouts };
}

describe('the layout of a network', () => {
  it('gets better while it goes, and is made once', async () => {
    const { calls, layouts } = byHand();
    const view = renderHook(() => usePlaces(WANTED, layouts));
    await settlePage();
    act(() => calls[0]!.placed(half));
    expect(view.result.current).toEqual(half);
    act(() => calls[0]!.placed(done));
    expect(view.result.current).toEqual(done);
    view.unmount();
    const again = renderHook(() => usePlaces({ ...WANTED }, layouts));
    expect(again.result.current).toEqual(done);
    await settlePage();
    expect(calls).toHaveLength(1);
  });

  it('is abandoned when its view is left, and begun again', async () => {
    const { calls, layouts } = byHand();
    const view = renderHook(() => usePlaces(WANTED, layouts));
    await settlePage();
    view.unmount();
    expect(calls[0]!.isOver).toBe(true);
    renderHook(() => usePlaces(WANTED, layouts));
    await settlePage();
    expect(calls).toHaveLength(2);
  });

  it('is reported as a line where it fails, and is made when it is tried again', async () => {
    const { calls, layouts } = byHand();
    const view = renderHook(() => usePlaces(WANTED, layouts));
    await settlePage();
    act(() => calls[0]!.failed(new Error('no worker')));
    const failed = view.result.current;
    expect(failed).toMatchObject({ why: 'no worker' });
    act(() => (failed as NotLaid).again());
    expect(view.result.current).toBeNull();
    await settlePage();
    act(() => calls[1]!.placed(done));
    expect(view.result.current).toEqual(done);
  });

  it('of nobody is empty', () => {
    expect(renderHook(() => usePlaces(null, byHand().layouts)).result.current).toBeNull();
  });
});
