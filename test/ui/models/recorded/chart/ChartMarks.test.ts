import { beforeAll, describe, expect, it } from 'vitest';
import { placeAutomatically } from '../../../../../src/ui/charts/automatic/placeAutomatically.ts';
import type { PlacedState, Placement } from '../../../../../src/ui/charts/placement.ts';
import type { DrawnPart } from '../../../../../src/ui/model/modelAppearance.ts';
import { loadModelPlugin } from '../../../../../src/ui/model/registered.ts';
import { placeRepeatNotes } from '../../../../../src/ui/models/recorded/chart/ChartMarks.tsx';
import {
  getDrawnChartPart,
  getVisibleGraphPart,
} from '../../../../../src/ui/models/recorded/chart/getDrawnChartPart.ts';
import type { PageState } from '../../../../../src/ui/state/pageState.ts';
import { buildChartFlowTable } from '../../../../../src/ui/views/time/chartTables.ts';
import { discoveredPage } from '../discoveredPage.ts';

const SHEET = [520, 345] as const;
let page: PageState;
let part: DrawnPart;
let placed: Placement;

beforeAll(async () => {
  await loadModelPlugin('recorded');
  page = await discoveredPage('runs/moatless_0609_gpt4o.jsonl.gz');
  part = getDrawnChartPart(page)!;
  placed = await placeAutomatically(part.chart, ...SHEET, async () => {});
});

/** The note of one state that nothing is around. */
const noteOf = (state: PlacedState, count: number, most: number, narrow = false) =>
  placeRepeatNotes(new Map([[state.state, count]]), { states: [state], edges: [], most, narrow }).get(
    state.state,
  )!;

describe('the note that a state follows itself', () => {
  it('is on the sheet for all of them, whatever room their boxes have', () => {
    const again = new Map([...part.again].map(([state, { count }]) => [state, count]));
    const most = page.run!.info.config.agents;
    const notes = [...placeRepeatNotes(again, { ...placed, most, narrow: false }).values()];
    const counts = notes.map(({ words }) => Number(words.replace(/\D/g, '')));
    expect(counts.sort((a, b) => b - a)).toEqual([681, 15, 12]);
    for (const { x, y } of notes) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(SHEET[0] - 20);
      expect(y).toBeGreaterThan(8);
      expect(y).toBeLessThan(SHEET[1]);
    }
  });

  it('stands next to the name where there is room', () => {
    const [state] = placed.states;
    const box = { x: 10, y: 100, width: 200, height: 50 };
    const talk = { ...state!, box, name: 'TALK', isLow: false };
    expect(noteOf(talk, 115, 40)).toMatchObject({ words: 'again 115', isAtBorder: false });
    // The count of a box leaves less of it.
    const narrow = { ...talk, box: { ...box, width: 130 } };
    expect([9, 40, 4000, 4_000_000].map(most => noteOf(narrow, 115, most).words)).toEqual([
      'again 115',
      '↻115',
      '↻115',
      '↻115',
    ]);
    expect(noteOf(narrow, 115, 4_000_000).isAtBorder).toBe(true);
    // On a narrow page the letters are smaller.
    const small = { ...talk, box: { ...box, width: 110 } };
    expect([false, true].map(isNarrow => noteOf(small, 115, 40, isNarrow).isAtBorder)).toEqual([true, false]);
  });

  it('avoids the name and the number of a box that has no room for more', () => {
    const [state] = placed.states;
    const box = { x: 10, y: 100, width: 70, height: 50 };
    const { y, isAtBorder } = noteOf({ ...state!, box, name: 'IDENTIFY', isLow: false }, 470, 40);
    expect(isAtBorder).toBe(true);
    expect(y).toBeLessThan(box.y);
  });

  it('avoids other notes and the numbers of lines, whichever way these are anchored', () => {
    const box = { x: 10, y: 100, width: 60, height: 50 };
    const upper = { ...placed.states[0]!, state: 'A', box, name: 'IDENTIFY', isLow: false };
    const lower = { ...upper, state: 'B', box: { ...box, y: 162 } };
    const counts = new Map([
      ['A', 37],
      ['B', 89],
    ]);
    const route = { ...placed.edges[0]!.route, points: [] };
    for (const anchor of ['start', 'middle', 'end'] as const) {
      const x = { start: 14, middle: 40, end: 66 }[anchor];
      const number = { ...placed.edges[0]!, route, total: 1, label: { x, y: 160, anchor } };
      const [a, b] = placeRepeatNotes(counts, {
        states: [upper, lower],
        ...{ edges: [number], most: 40, narrow: false },
      }).values();
      expect([a!.y, b!.y].sort((p, q) => p - q)[1]! - Math.min(a!.y, b!.y)).toBeGreaterThanOrEqual(12);
      const begin = x - { start: 0, middle: 3, end: 6 }[anchor];
      for (const note of [a!, b!])
        expect(Math.abs(note.y - 160) >= 8 || note.x + 19 <= begin || note.x >= begin + 6).toBe(true);
    }
  });

  it('is a row of the table, in which every move and every end is counted once', () => {
    const { head, rows } = buildChartFlowTable(page);
    const inAll = head.indexOf('in all');
    const sum = rows.reduce((all, row) => all + Number(row[inAll]), 0);
    const { graph } = (page.modelParts.recorded as { flow: { graph: { edges: { count: number }[] } } }).flow;
    expect(sum).toBe(graph.edges.reduce((all, { count }) => all + count, 0));
    expect(new Set(rows.map(([from, to]) => `${from}>${to}`)).size).toBe(rows.length);
    const own = rows.filter(([from, to]) => from === to).map(row => row[inAll]);
    expect(own).toEqual([681, 15, 12]);
    expect(getVisibleGraphPart(page)!.edges).toEqual({ shown: rows.length, all: rows.length });
  });
});
