import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeAutomatically } from '../../../src/ui/charts/automatic/placeAutomatically.ts';
import {
  clipTextMiddle,
  estimateTextWidth,
  shortenTextMiddle,
  shortenTextToRoom,
} from '../../../src/ui/charts/automatic/shortenText.ts';
import { doRectsTouch } from '../../../src/ui/charts/doRectsTouch.ts';
import { findTransitionFlight } from '../../../src/ui/charts/findTransitionFlight.ts';
import type { Rect } from '../../../src/ui/charts/packing.ts';
import { type ChartLike, doesEdgeCarryTransition, type Placement } from '../../../src/ui/charts/placement.ts';
import type { Point } from '../../../src/ui/charts/route.ts';

const go = async () => {};
const place = (chart: ChartLike, width = 380, height = 432) => placeAutomatically(chart, width, height, go);

type Edge = readonly [source: string, target: string, trigger: string];
const chartOf = (states: readonly string[], edges: readonly Edge[], wildcards: readonly Edge[] = []) => ({
  states,
  transitions: [
    ...edges.map(([source, target, trigger]) => ({ source, target, trigger })),
    ...wildcards.map(([source, target, trigger]) => ({ source, target, trigger, wildcard: true })),
  ],
});

const STATES = ['observing', 'ideating', 'implementing', 'testing', 'reflecting', 'shipping'];
const WORKFLOW = chartOf(
  STATES,
  [
    ['observing', 'ideating', 'has_context'],
    ['ideating', 'implementing', 'has_idea'],
    ['implementing', 'testing', 'always'],
    ['testing', 'reflecting', 'always'],
    ['reflecting', 'implementing', 'continue'],
    ['reflecting', 'observing', 'pivot'],
    ['reflecting', 'shipping', 'ship'],
    ['shipping', 'observing', 'always'],
  ],
  STATES.map(state => [state, 'observing', 'should_pivot']),
);

const isInside = ({ x, y, width, height }: Rect, [w, h]: readonly [number, number]): boolean =>
  x >= 0 && y >= 0 && x + width <= w && y + height <= h;
const onBorder = ({ x, y, width, height }: Rect, [px, py]: Point): boolean =>
  ((px === x || px === x + width) && py >= y && py <= y + height) ||
  ((py === y || py === y + height) && px >= x && px <= x + width);

it('an edge with several triggers names them above each other, where a row has no room for them', async () => {
  const infection = chartOf(
    ['susceptible', 'infected', 'recovered'],
    [
      ['susceptible', 'infected', 'seed'],
      ['susceptible', 'infected', 'catches it'],
      ['infected', 'recovered', 'recovers'],
    ],
  );
  const { edges } = await place(infection, 365, 385);
  expect(edges.map(({ shown, label }) => [shown, label?.rowHeight])).toEqual([
    [['seed', 'catches it'], 12],
    [['recovers'], undefined],
  ]);
});

it('an edge is named by its own words, and by its trigger where it has none', async () => {
  const { states, transitions } = WORKFLOW;
  const [first, second, third, ...rest] = transitions;
  const own = { ...third, words: { label: 'is made' } };
  const { edges } = await place({ states, transitions: [first, second, own, ...rest] });
  const shown = new Map(edges.map(edge => [edge.key, [edge.names, edge.shown]]));
  expect(shown.get('implementing>testing')).toEqual([['always'], ['is made']]);
  expect(shown.get('ideating>implementing')).toEqual([['has_idea'], ['has_idea']]);
  expect(shown.get('testing>reflecting')).toEqual([[], []]);
});

/** Approximate area that a label covers. */
function labelRect({ label, shown = [] }: Placement['edges'][number]): Rect | null {
  if (!label) return null;
  const width = shown.reduce((sum, name) => sum + estimateTextWidth(name, 11) + 8, 0) + 8;
  const left = { start: label.x, middle: label.x - width / 2, end: label.x - width }[label.anchor];
  return { x: left, y: label.y - 9, width, height: 10 };
}

/** Charts of 1 to 40 states with any edges between them. */
const charts = fc
  .record({
    count: fc.integer({ min: 1, max: 40 }),
    pairs: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('always', 'ready', 'needs_more_evidence')), {
      maxLength: 50,
    }),
    wild: fc.array(fc.nat(), { maxLength: 2 }),
  })
  .map(({ count, pairs, wild }) => {
    const states = Array.from({ length: count }, (_, i) => `state_${i}`);
    const at = (number: number) => states[number % count]!;
    return chartOf(
      states,
      pairs.map(([a, b, trigger]) => [at(a), at(b), trigger]),
      wild.flatMap(to => states.map((state): Edge => [state, at(to), 'should_stop'])),
    );
  });
const sheets = fc.constantFrom([380, 432] as const, [336, 352] as const, [520, 432] as const);

describe('an automatic placement', () => {
  it('keeps boxes apart and on the sheet, and ends lines at their borders', async () => {
    await fc.assert(
      fc.asyncProperty(charts, sheets, async (chart, sheet) => {
        const { states, edges } = await place(chart, ...sheet);
        expect(states.map(({ state }) => state)).toEqual(chart.states);
        states.forEach(({ box, dots }, i) => {
          expect(isInside(box, sheet)).toBe(true);
          expect(isInside(dots, sheet)).toBe(true);
          for (const other of states.slice(i + 1)) expect(doRectsTouch(box, other.box)).toBe(false);
        });
        const boxOf = (name: string) => states.find(({ state }) => state === name)!.box;
        for (const edge of edges) {
          const { points } = edge.route;
          expect(onBorder(boxOf(edge.target), points.at(-1)!)).toBe(true);
          if (!edge.isWildcard) expect(onBorder(boxOf(edge.sources[0]!), points[0]!)).toBe(true);
        }
        for (const transition of chart.transitions)
          expect(edges.filter(edge => doesEdgeCarryTransition(edge, transition)).length).toBeLessThanOrEqual(
            1,
          );
      }),
      { numRuns: 12, seed: 7 },
    );
  }, 60_000);

  it('lays no line through a box, and draws every line', async () => {
    const { states, edges } = await place(WORKFLOW);
    expect(edges).toHaveLength(9);
    for (const { route } of edges)
      route.points.slice(1).forEach(([x, y], i) => {
        const [u, v] = route.points[i]!;
        const part = {
          x: Math.min(x, u),
          y: Math.min(y, v),
          width: Math.abs(x - u),
          height: Math.abs(y - v),
        };
        for (const { box } of states) expect(doRectsTouch(part, box)).toBe(false);
      });
  });

  it('covers no box and no other label with a label', async () => {
    const { states, edges } = await place(WORKFLOW);
    const labels = edges.map(labelRect).filter(rect => rect !== null);
    expect(labels.length).toBeGreaterThan(7);
    labels.forEach((rect, i) => {
      for (const { box } of states) expect(doRectsTouch(rect, box)).toBe(false);
      for (const other of labels.slice(i + 1)) expect(doRectsTouch(rect, other)).toBe(false);
    });
  });

  it('begins at the top left, and names every condition but “always”', async () => {
    const { states, edges } = await place(WORKFLOW);
    for (const { box } of states) {
      expect(box.x).toBeGreaterThanOrEqual(states[0]!.box.x);
      expect(box.y).toBeGreaterThanOrEqual(states[0]!.box.y);
    }
    expect(edges.flatMap(({ names }) => names).toSorted()).toEqual(
      ['has_context', 'has_idea', 'continue', 'pivot', 'ship', 'should_pivot'].toSorted(),
    );
  });

  it('names every condition of a chart whose lines are shorter, in a narrower pane', async () => {
    const { states, transitions } = WORKFLOW;
    const FRAGMENTS = {
      states,
      transitions: transitions.filter(
        one => 'wildcard' in one || !['testing', 'shipping'].includes(one.source),
      ),
    };
    const { edges } = await place(FRAGMENTS, 379, 431);
    for (const { names, shown, label } of edges)
      if (names.length > 0) expect([names, shown?.length, label]).toEqual([names, 1, expect.anything()]);
  });

  it('is the same every time', async () => {
    expect(await place(WORKFLOW)).toEqual(await place(WORKFLOW));
  });

  it('draws several transitions between two states as one line with several names, and a self-edge as a loop', async () => {
    const { states, edges } = await place(
      chartOf(
        ['a', 'b'],
        [
          ['a', 'b', 'go'],
          ['a', 'b', 'run'],
          ['b', 'a', 'always'],
          ['b', 'b', 'again'],
        ],
      ),
    );
    expect(edges.map(({ key }) => key)).toEqual(['a>b', 'b>a', 'b>b']);
    expect(edges[0]!.names).toEqual(['go', 'run']);
    const loop = edges[2]!.route.points;
    expect(onBorder(states[1]!.box, loop[0]!) && onBorder(states[1]!.box, loop.at(-1)!)).toBe(true);
    expect(loop.length).toBeGreaterThan(3);
  });

  it('draws all transitions from any state as one dashed line, which dots of each state join', async () => {
    const placed = await place(WORKFLOW);
    const wildcard = placed.edges.filter(({ isWildcard }) => isWildcard);
    expect(wildcard).toHaveLength(1);
    expect(wildcard[0]!.sources).toEqual(STATES);
    const exact = { source: 'shipping', target: 'observing', trigger: 'always' };
    const pivot = { ...exact, trigger: 'should_pivot', wildcard: true };
    expect(findTransitionFlight(exact, placed)).toBe(
      placed.edges.find(({ key }) => key === 'shipping>observing')!.route,
    );
    const flight = findTransitionFlight(pivot, placed)!;
    expect(onBorder(placed.states[5]!.box, flight.points[0]!)).toBe(true);
    expect(flight.points.at(-1)).toEqual(wildcard[0]!.route.points.at(-1));
  });

  it('draws only boxes where there are very many, and lines while they are taken', async () => {
    const states = Array.from({ length: 200 }, (_, i) => `state_${i}`);
    const edges = states.map((state, i): Edge => [state, states[(i * 7) % 200]!, 'ready']);
    const placed = await place(chartOf(states, edges));
    placed.states.forEach(({ box }, i) => {
      expect(isInside(box, [380, 432])).toBe(true);
      for (const other of placed.states.slice(i + 1)) expect(doRectsTouch(box, other.box)).toBe(false);
    });
    expect(placed.edges.every(({ quiet, label }) => quiet && label === null)).toBe(true);
    expect((await place({ states: [], transitions: [] })).states).toEqual([]);
  });

  it('gives up when the pause cancels it', async () => {
    const pause = async () => {
      throw new Error('not needed');
    };
    await expect(placeAutomatically(WORKFLOW, 380, 432, pause)).rejects.toThrow('not needed');
  });
});

describe('a text that is too wide', () => {
  it('ends in an ellipsis, and is left out where two letters do not fit', () => {
    expect(shortenTextToRoom('observing', 100, 12)).toBe('observing');
    expect(shortenTextToRoom('waiting_for_review', 60, 12)).toBe('waiting…');
    expect(shortenTextToRoom('observing', 8, 12)).toBe('');
  });

  it('keeps its end as well where it is shortened within', () => {
    expect(shortenTextMiddle('observing', 100, 12)).toBe('observing');
    expect(shortenTextMiddle('update_reservation_flights', 90, 12)).toBe('update…flights');
    expect(shortenTextMiddle('observing', 8, 12)).toBe('');
  });

  it('keeps its end next to a line', () => {
    expect(clipTextMiddle('needs_more_evidence', 9)).toBe('needs_…ce');
    expect(clipTextMiddle('ship', 9)).toBe('ship');
  });
});

describe('a sheet of another size', () => {
  const arranged = async (width: number, before: Placement | null = null) => {
    const placed = await placeAutomatically(WORKFLOW, width, 432, go, before);
    const { columns, cells } = placed.grid!;
    return { placed, cells: JSON.stringify([columns, ...cells.values()]) };
  };

  it('keeps the arrangement of the states where a new one would be another, there and back', async () => {
    const [wide, narrow] = [await arranged(720), await arranged(519)];
    expect(narrow.cells).not.toBe(wide.cells);
    const opened = await arranged(519, wide.placed);
    expect(opened.cells).toBe(wide.cells);
    for (const { box } of opened.placed.states) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(519);
    }
    expect((await arranged(720, opened.placed)).cells).toBe(wide.cells);
    expect((await arranged(720, narrow.placed)).cells).toBe(narrow.cells);
  });

  it('has fewer columns once it is much narrower, and more once it is much wider, also by small steps', async () => {
    let now = await arranged(720);
    const first = now.cells;
    for (let width = 680; width >= 240; width -= 40) now = await arranged(width, now.placed);
    expect([first[1], now.cells[1]]).toEqual(['3', '2']);
    for (let width = 280; width <= 1000; width += 40) now = await arranged(width, now.placed);
    expect(now.cells[1]).toBe('3');
  });
});
