import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choosePackingPitch } from '../../../src/ui/charts/packing.ts';
import { cancelCalmUpdate, scheduleCalmUpdate } from '../../../src/ui/paint/calm.ts';
import { cancelPaint, requestPaint, requestTurn } from '../../../src/ui/paint/paint.ts';

let frames: (() => void)[] = [];
const nextFrame = () => frames.splice(0).forEach(run => void run());

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('painting', () => {
  it('does everything that was requested at once in one frame, and once', () => {
    const done: string[] = [];
    const [a, b] = [() => void done.push('a'), () => void done.push('b')];
    for (const paint of [a, b, a]) requestPaint(paint);
    nextFrame();
    expect(done).toEqual(['a', 'b']);
    expect(frames).toHaveLength(0);
  });

  it('spreads work in turn over frames by its share, first come, first served', () => {
    const done: string[] = [];
    const work = Object.fromEntries(['a', 'b', 'c', 'd'].map(name => [name, () => void done.push(name)]));
    requestTurn(work.a!, 0.6);
    requestTurn(work.b!, 0.4);
    requestTurn(work.c!, 1);
    requestTurn(work.d!, 1);
    cancelPaint(work.d!);
    nextFrame();
    expect(done).toEqual(['a', 'b']);
    nextFrame();
    expect(done).toEqual(['a', 'b', 'c']);
    nextFrame();
    expect(done).toHaveLength(3);
  });

  it('renders groups of words in frames of their own', () => {
    const done: string[] = [];
    const [a, b, c] = ['a', 'b', 'c'].map(name => () => void done.push(name)) as [
      () => void,
      () => void,
      () => void,
    ];
    scheduleCalmUpdate(a, 'states', 24);
    scheduleCalmUpdate(b, 'states', 24);
    scheduleCalmUpdate(c, 'headline', 24);
    cancelCalmUpdate(b);
    vi.advanceTimersByTime(30);
    nextFrame();
    expect(done).toEqual(['a']);
    nextFrame();
    expect(done).toEqual(['a', 'c']);
  });
});

describe('pitch of the dots', () => {
  const box = { x: 0, y: 0, width: 132, height: 99 };
  it('is kept while the dots fit and have not much more room', () => {
    const full = choosePackingPitch(box, 200);
    expect(choosePackingPitch(box, 190, full)).toBe(full);
    expect(choosePackingPitch(box, 10, choosePackingPitch(box, 400))).toBe(choosePackingPitch(box, 10));
    expect(choosePackingPitch(box, 300, full)).toBeLessThan(full);
  });
});
