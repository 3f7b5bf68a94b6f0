import { describe, expect, it } from 'vitest';
import type { MemoryTrace, Span } from '../../../../src/engine/models/librarian/reports/librarianDetail.ts';
import { countMovesUpTo } from '../../../../src/ui/models/librarian/memory/drawMemoryLabels.ts';
import {
  collectMoveArcs,
  mergeOverlappingArcs,
} from '../../../../src/ui/models/librarian/memory/drawMemoryPlot.ts';
import {
  buildMemoryTable,
  describeMemory,
  describeMemorySpan,
  findSpanAtPoint,
  listSpansAtTick,
} from '../../../../src/ui/models/librarian/memory/MemoryView.tsx';
import {
  buildMemoryStack,
  findRunAtTick,
  getMemoryLayout,
  listLiveRuns,
} from '../../../../src/ui/models/librarian/memory/memoryLayout.ts';
import {
  computeTagGrey,
  getMixedColor,
  type MemoryPlot,
} from '../../../../src/ui/models/librarian/memory/memoryPlot.ts';
import {
  divideMemoryRoom,
  getMemoryRunEdges,
  selectVisibleLimits,
} from '../../../../src/ui/models/librarian/memory/room.ts';
import { cpuTime } from '../../../cpuTime.ts';
import { lifeOf, memoryOf } from '../../librarianFake.ts';

const span = (part: Partial<Span>): Span => ({
  id: 0,
  place: 'working',
  tag: 'alice',
  tokens: 100,
  from: 1,
  cause: 'add',
  to: null,
  end: null,
  written: 1,
  row: 0,
  ...part,
});

/** alice, bob and carol come in ticks 1, 2 and 3; alice is paged out in 5, and loaded again in 7. */
const SPANS: readonly Span[] = [
  span({ to: 5, end: 'paging' }),
  span({ id: 1, tag: 'bob', tokens: 200, from: 2 }),
  span({ id: 2, tag: 'carol', tokens: 50, from: 3 }),
  span({ id: 3, place: 'storage', from: 5, cause: 'paging' }),
  span({ id: 4, from: 7, cause: 'load' }),
];
const TRACE: MemoryTrace = {
  agent: 0,
  name: 'Hugo Lindqvist',
  upTo: 9,
  pagingLimit: 4096,
  hardLimit: 8192,
  textTokens: 6600,
  spans: SPANS,
  moves: [
    { tick: 5, from: 0, to: 3, cause: 'paging', row: 4 },
    { tick: 7, from: 3, to: 4, cause: 'load', row: 6 },
  ],
  lost: [8],
};
const runsOf = (spans: readonly Span[]) =>
  buildMemoryStack(spans, 'working', 9).runs.map(({ span: { id }, from, to, base }) => [id, from, to, base]);

describe('memory as a stack', () => {
  it('has the oldest entry at the bottom, and comes down when one leaves', () => {
    expect(runsOf(SPANS)).toEqual([
      [0, 1, 5, 0],
      [1, 2, 5, 100],
      [2, 3, 5, 300],
      [1, 5, 10, 0],
      [2, 5, 10, 200],
      [4, 7, 10, 250],
    ]);
  });

  it('has its total at the end of each tick', () => {
    const { levels, most } = buildMemoryStack(SPANS, 'working', 9);
    expect(levels).toEqual([
      { from: 1, to: 2, tokens: 100 },
      { from: 2, to: 3, tokens: 300 },
      { from: 3, to: 5, tokens: 350 },
      { from: 5, to: 7, tokens: 250 },
      { from: 7, to: 10, tokens: 350 },
    ]);
    expect(most).toBe(350);
  });

  it('begins at 0 with the entries before the first tick, and leaves out those that came and went in one tick', () => {
    expect(runsOf([span({ from: -3 }), span({ id: 1, from: 4, to: 4 }), span({ id: 2, from: 12 })])).toEqual([
      [0, 0, 10, 0],
    ]);
  });

  it('does not break a run when one leaves above it', () => {
    expect(runsOf([span({}), span({ id: 1, from: 2, to: 4 })])).toEqual([
      [1, 2, 4, 100],
      [0, 1, 10, 0],
    ]);
  });

  it('agrees in every tick with the agent’s memory', () => {
    const trace = memoryOf(3, 200);
    for (const place of ['working', 'storage'] as const)
      for (let tick = 0; tick <= 200; tick += 7) {
        const there = lifeOf(3).spans.filter(
          ({ place: where, from, to }) => where === place && from <= tick && (to === null || to > tick),
        );
        const live = listLiveRuns(getMemoryLayout(trace)[place], tick);
        expect(live.map(run => run.span.id)).toEqual(there.map(({ id }) => id));
        let base = 0;
        for (const run of live) {
          expect(run.base).toBe(base);
          base += run.span.tokens;
        }
      }
  });

  it('gives the place of an entry then, or its last one', () => {
    const { working } = getMemoryLayout(TRACE);
    expect(findRunAtTick(working, 1, 3)).toMatchObject({ from: 2, base: 100 });
    expect(findRunAtTick(working, 0, 8)).toMatchObject({ from: 1, to: 5 });
    expect(findRunAtTick(working, 99, 8)).toBeUndefined();
  });

  it('holds thousands of entries over a thousand ticks', () => {
    const many = Array.from({ length: 5000 }, (_, id) =>
      span({ id, from: Math.floor(id / 5), to: id % 2 ? null : Math.floor(id / 5) + 20 }),
    );
    expect(cpuTime(() => buildMemoryStack(many, 'working', 1000))).toBeLessThan(2000);
    const { runs } = buildMemoryStack(many, 'working', 1000);
    expect(new Set(runs.map(run => run.span.id)).size).toBe(5000);
  });
});

describe('the room of memory', () => {
  const room = divideMemoryRoom(TRACE, getMemoryLayout(TRACE), 412);

  it('has working memory up to a round number above its lower limit, and storage below a line', () => {
    expect(room.base - 5000 * room.working).toBeCloseTo(52);
    const [top, bottom] = getMemoryRunEdges(room, findRunAtTick(getMemoryLayout(TRACE).working, 1, 3)!);
    expect(bottom).toBeCloseTo(room.base - 100 * room.working);
    expect(bottom - top).toBeCloseTo(200 * room.working);
    const [hung] = getMemoryRunEdges(room, findRunAtTick(getMemoryLayout(TRACE).storage, 3, 6)!);
    expect(hung).toBe(room.hang);
  });

  it('always holds all of storage', () => {
    const spans = Array.from({ length: 400 }, (_, id) =>
      span({ id, place: 'storage', tokens: 700, from: id }),
    );
    const trace = { ...TRACE, upTo: 400, spans };
    const small = divideMemoryRoom(trace, getMemoryLayout(trace), 220);
    const [, bottom] = getMemoryRunEdges(small, findRunAtTick(getMemoryLayout(trace).storage, 399, 400)!);
    expect(bottom).toBeLessThanOrEqual(220);
  });

  it.each([
    ['a text longer than both', { textTokens: 20_000 }, 4500, { paging: 4096, hard: null }],
    ['what has come near the hard limit', { textTokens: 20_000 }, 6400, { paging: 4096, hard: 8192 }],
    ['limits that are near each other', { hardLimit: 5000 }, 0, { paging: 4096, hard: 5000 }],
    ['a text shorter than both', { textTokens: 900 }, 300, { paging: null, hard: null }],
    ['the hard limit alone', { textTokens: 20_000, pagingLimit: null }, 300, { paging: null, hard: 8192 }],
    ['no limits', { pagingLimit: null, hardLimit: null }, 300, { paging: null, hard: null }],
  ])('holds the limits that matter: %s', (_, part, most, shown) => {
    expect(selectVisibleLimits({ ...TRACE, ...part }, most)).toEqual(shown);
  });

  it.each([
    ['a short text', { textTokens: 900 }, 900],
    ['a low limit', { pagingLimit: 512, hardLimit: 100_000 }, 1020],
    ['no limit', { pagingLimit: null, hardLimit: null }, 6600],
    ['much that was given', { textTokens: 50 }, 2900],
  ])('ends near the greatest amount, within a factor of 1.5: %s', (_, part, tokens) => {
    const trace = { ...TRACE, ...part, spans: [span({ tokens }), span({ place: 'storage', tokens, id: 1 })] };
    const fitted = divideMemoryRoom(trace, getMemoryLayout(trace), 412);
    const share = (tokens * fitted.working) / (fitted.base - 52);
    expect([share >= 0.6, share <= 1]).toEqual([true, true]);
    const empty = { ...trace, spans: [] };
    expect(Number.isFinite(divideMemoryRoom(empty, getMemoryLayout(empty), 300).working)).toBe(true);
  });

  it('of storage fits the remains of a text', () => {
    const [kept, moved] = [{ ...TRACE, textTokens: 900 }, TRACE].map(trace =>
      divideMemoryRoom(trace, getMemoryLayout(trace), 412),
    );
    expect(100 * kept.storage).toBeGreaterThan(100);
    expect((6600 - 2048) * moved.storage).toBeGreaterThan(100);
  });
});

const plot = {
  trace: TRACE,
  layout: getMemoryLayout(TRACE),
  room: divideMemoryRoom(TRACE, getMemoryLayout(TRACE), 412),
  scale: { from: 0, pixels: 20 },
  wordsAt: 300,
} as MemoryPlot;

describe('pointing into memory', () => {
  const middle = (id: number, tick: number) => {
    const run = findRunAtTick(plot.layout[SPANS[id]!.place], id, tick)!;
    const [top, bottom] = getMemoryRunEdges(plot.room, run);
    return (top + bottom) / 2;
  };

  it('finds the entry under the pointer, in both places', () => {
    expect(findSpanAtPoint(plot, 60, middle(1, 3))).toBe(1);
    expect(findSpanAtPoint(plot, 120, middle(1, 6))).toBe(1);
    expect(findSpanAtPoint(plot, 120, middle(3, 6))).toBe(3);
    expect(findSpanAtPoint(plot, 60, middle(3, 6))).toBeNull();
  });

  it('finds nothing above, before and after it', () => {
    expect(findSpanAtPoint(plot, 60, 20)).toBeNull();
    expect(findSpanAtPoint(plot, -5, middle(1, 3))).toBeNull();
    expect(findSpanAtPoint(plot, 280, middle(1, 9))).toBeNull();
  });

  it('goes through the entries of a tick from the newest in working memory down into storage', () => {
    expect(listSpansAtTick(plot, 8)).toEqual([4, 2, 1, 3]);
    expect(listSpansAtTick(plot, 2)).toEqual([1, 0]);
  });

  it('draws a move from where the entry lay to where it lies', () => {
    const [paged, loaded] = collectMoveArcs(plot);
    expect(paged!.x).toBe(90);
    expect(paged!.y0).toBeCloseTo(middle(0, 4));
    expect(paged!.y1).toBeCloseTo(middle(3, 5));
    expect(loaded!.y0).toBeGreaterThan(plot.room.base);
    expect(loaded!.y1).toBeLessThan(plot.room.base);
    expect(collectMoveArcs({ ...plot, scale: { from: 6, pixels: 20 } })).toHaveLength(1);
  });
});

describe('many moves', () => {
  it('are drawn as one where they would lie on each other', () => {
    const [arc] = collectMoveArcs(plot);
    const near = { ...arc!, y0: arc!.y0 + 0.1 };
    expect(mergeOverlappingArcs([arc!, near, { ...arc!, y1: arc!.y1 + 40 }])).toHaveLength(2);
  });
});

describe('the greys of memory', () => {
  it('are one for each tag, and lighter in storage', () => {
    expect(computeTagGrey('alice', false)).toBe(computeTagGrey('alice', false));
    expect(computeTagGrey('alice', true)).toBeLessThan(computeTagGrey('alice', false));
  });

  it('mix ink with the ground', () => {
    expect(getMixedColor('#ffffff', '#000000', 0.5)).toBe('#808080');
    expect(getMixedColor('red', '#000000', 0.5)).toBe('red');
  });
});

describe('the words of memory', () => {
  it('count what has moved up to a tick, and what is lost', () => {
    expect(countMovesUpTo(TRACE, 6).map(({ count, words }) => `${count} ${words}`)).toEqual([
      '1 moved out by paging',
      '0 copied back by a load',
      '0 moved at the hard limit',
      '0 entries lost',
    ]);
    expect(countMovesUpTo(TRACE, 9).at(-1)).toMatchObject({ count: 1, words: 'entry lost' });
  });

  it('describe the whole in a sentence, and an entry in one', () => {
    expect(describeMemory(TRACE)).toBe(
      'Hugo Lindqvist: 3 entries, 350 tokens in working memory; 1 entry, 100 tokens in storage; 1 moved out by paging, 1 copied back by a load, 0 moved at the hard limit, 1 entry lost.',
    );
    expect(describeMemory(null)).toContain('Nobody');
    expect(describeMemorySpan(SPANS[0]!)).toBe(
      'alice, 100 tokens in working memory since Cycle 1, added until Cycle 5, paged out',
    );
    expect(describeMemorySpan(span({ from: 0, cause: 'given' }))).toContain('from the beginning, given');
  });

  it('are a table with a row for each entry, the newest first', () => {
    const { head, rows } = buildMemoryTable(TRACE);
    expect(rows).toHaveLength(SPANS.length);
    expect(rows.at(-1)).toEqual(['alice', 'working memory', 100, 1, 5, 'added', 'paged out']);
    for (const row of rows) expect(row).toHaveLength(head.length);
  });
});
