import { describe, expect, it } from 'vitest';
import { ASLEEP } from '../../../src/engine/statechart/regionMoves.ts';
import { DotField } from '../../../src/ui/charts/dotField.ts';
import { drawDots, drawMarkedDots } from '../../../src/ui/charts/drawDots.ts';
import { createRoute } from '../../../src/ui/charts/route.ts';

const PLACES = [0, 100, 200].map(x => ({ dots: { x, y: 0, width: 80, height: 40 }, stretch: 2 }));
const NONE = { agent: new Uint32Array(), transition: new Uint16Array() };

/** Two agents in two regions: the first ones' places, then the second ones'. */
const society = (leaf: readonly number[], moved: readonly number[] = []) => ({
  state: Uint16Array.from(leaf),
  since: new Int32Array(leaf.length),
  moved: moved.length
    ? { agent: Uint32Array.from(moved), transition: Uint16Array.from(moved, () => 0) }
    : NONE,
  ink: Uint16Array.from(leaf, (_, place) => place % 2),
  agents: 2,
});

function seen(field: DotField) {
  const dots: (readonly [x: number, ink: number])[] = [];
  field.forEach((x, _, __, ink) => {
    dots.push([Math.floor(x / 100), ink]);
  });
  return dots;
}

describe('a dot on its way', () => {
  it('has the colour of the state to which it goes, from its start to its landing, and so has its trail', () => {
    const { ctx, drawn } = recordColors();
    const field = new DotField();
    const alone = (state: number) => ({
      state: Uint16Array.of(state),
      since: new Int32Array(1),
      moved: { agent: Uint32Array.of(0), transition: Uint16Array.of(0) },
    });
    const line = createRoute([
      [90, 20],
      [190, 20],
    ]);
    const colors = ['blue', 'red', 'green'];
    field.place(alone(0), PLACES, [], 0, 0);
    field.place(alone(2), PLACES, [line], 240, 1000);
    for (const now of [1000, 1100, 1200, 1290]) {
      field.advance(now);
      drawn.length = 0;
      drawDots(ctx, field, colors, new Set(), false, true);
      drawMarkedDots(ctx, field, colors, 'black', new Set([0]), -1, true);
      expect(drawn.filter(one => one !== '')).toEqual(['green', 'green']);
    }
    field.advance(1060);
    drawn.length = 0;
    field.drawTrails(ctx, colors, 1060);
    expect(drawn).toEqual(['green']);
  });
});

/** A drawing surface that notes the colour of each dot and of each line; '' for a path without dots. */
function recordColors() {
  const drawn: string[] = [];
  let dots = 0;
  const ctx = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    globalAlpha: 1,
    beginPath() {
      dots = 0;
    },
    moveTo: () => {},
    lineTo() {
      dots = -1;
    },
    arc() {
      dots++;
    },
    fill: () => void drawn.push(dots > 0 ? ctx.fillStyle : ''),
    stroke: () => {
      if (dots < 0) drawn.push(ctx.strokeStyle);
    },
  };
  return { ctx: ctx as unknown as CanvasRenderingContext2D, drawn };
}

describe('dots of agents in several regions', () => {
  it('are one in each region that is awake, in the colour of their agent', () => {
    const field = new DotField();
    field.place(society([0, 1, 2, ASLEEP]), PLACES, [], 0, 0);
    expect(seen(field)).toEqual([
      [0, 0],
      [1, 1],
      [2, 0],
    ]);
  });

  it('are found under the pointer as their agent', () => {
    const field = new DotField();
    field.place(society([0, 1, 2, ASLEEP]), PLACES, [], 0, 0);
    expect(field.hitTest(240, 20, 5)).toBe(0);
    expect(field.hitTest(140, 20, 5)).toBe(1);
    expect(field.hitTest(0, 0, 5)).toBe(-1);
    expect(field.dotsOf([0])).toHaveLength(2);
    expect(field.dotsOf([1])).toHaveLength(1);
  });

  it('come along the line that woke their region', () => {
    const field = new DotField();
    field.place(society([0, 1, ASLEEP, ASLEEP]), PLACES, [], 0, 0);
    const line = createRoute([
      [90, 20],
      [190, 20],
    ]);
    field.place(society([0, 1, 2, ASLEEP], [2]), PLACES, [line], 240, 1000);
    field.advance(1000);
    expect(field.x[2]).toBe(90);
    field.advance(2000);
    expect(Math.floor(field.x[2] / 100)).toBe(2);
  });
});
