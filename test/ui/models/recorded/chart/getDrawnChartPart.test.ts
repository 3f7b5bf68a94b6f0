import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../../../src/engine/checks/createDefaultSetup.ts';
import type { LeftOut } from '../../../../../src/engine/model/discovered.ts';
import { openRun } from '../../../../../src/engine/models/openRun.ts';
import { RECORDED } from '../../../../../src/engine/models/recorded/recordedSpec.ts';
import type { FlowReport } from '../../../../../src/engine/models/recorded/reports/buildFlowReport.ts';
import { recordedQueries } from '../../../../../src/engine/models/recorded/reports/recordedQueries.ts';
import {
  countDeviatingMoves,
  formatLeftOut,
  getCurrentLeftOut,
  getDrawnChartPart,
  getVisibleGraphPart,
} from '../../../../../src/ui/models/recorded/chart/getDrawnChartPart.ts';
import { RECORDED as PART } from '../../../../../src/ui/models/recorded/recordedPart.ts';
import type { PageState } from '../../../../../src/ui/state/pageState.ts';

const bundled = (path: string) => readFile(`public/${path}`);
let flow: FlowReport;
let chart: object;
const pageWith = (leftOut: LeftOut | null, known: object = {}) =>
  ({
    run: { info: { chart } },
    modelParts: { recorded: { ...PART.initial, flow, ...known } },
    rare: leftOut && formatLeftOut(leftOut),
  }) as unknown as PageState;
const drawn = (leftOut: LeftOut | null, known: object = {}) => getDrawnChartPart(pageWith(leftOut, known))!;
const totalsOf = (part: ReturnType<typeof drawn>): Record<string, number | undefined> =>
  Object.fromEntries(
    part.chart.transitions
      .map(one => [`${one.source}>${one.target}`, one.total] as const)
      .filter(([key]) => part.facts.has(key)),
  );

beforeAll(async () => {
  const setup = { ...createDefaultSetup(RECORDED), preset: 'retail' };
  const { state } = (await openRun(setup, { bundled, files: {} })).run;
  flow = await recordedQueries.of(state, 'flow', null, { tick: 0, tickSeconds: 1 });
  chart = state.chart!;
});

describe('the drawn part of a discovered chart', () => {
  it('has how often each move was made, and each end by how the cases ended', () => {
    const totals = totalsOf(drawn(null));
    expect(totals).toMatchObject({
      'not begun>TALK': 40,
      'LOOKUP>TALK': 59,
      'TALK>succeeded': 34,
      'TALK>failed': 6,
    });
    expect(Object.values(totals).reduce((sum: number, one) => sum + (one ?? 0), 0)).toBe(
      flow.graph.edges.filter(({ from, to }) => from !== to).reduce((sum, { count }) => sum + count, 0),
    );
  });

  it('gives for a line its share and the median time, and for a state how often it follows itself', () => {
    const { facts } = drawn(null);
    expect(facts.get('LOOKUP>TALK')).toMatch(
      /^59 in all, 10\.0 % of all moves; median \d+\.\d s in between$/,
    );
    expect(facts.get('TALK>failed')).toBe('6 in all, 15.0 % of all cases');
    expect(drawn(null).again.get('TALK')).toEqual({
      ...{ count: 115, isMarked: false, isDrawn: true },
      facts: expect.stringMatching(/^115 in all, 19\.5 % of all moves; median \d/),
    });
    expect(drawn({ states: 0, edges: 1 }).again.get('ACT')).toMatchObject({ count: 14, isDrawn: false });
  });

  it('hides omitted states, and has none of their lines', () => {
    const { hidden, facts } = drawn({ states: 0.2, edges: 0 });
    expect([...hidden]).toEqual(['HANDOFF']);
    expect([...facts.keys()].filter(key => key.includes('HANDOFF'))).toEqual([]);
  });

  it('is laid out as a whole, whatever is left out', () => {
    const { chart: whole } = drawn({ states: 0, edges: 0 });
    expect(whole.transitions).toHaveLength(18);
    expect(drawn({ states: 0.5, edges: 0.9 }).chart).toBe(whole);
  });

  it('marks moves that a given chart does not have', () => {
    const edges = [
      { from: null, to: 'ACT', count: 1, agent: 0, step: 1, tick: 1 },
      { from: 'ACT', to: 'TALK', count: 2, agent: 0, step: 2, tick: 2 },
    ];
    const { marked } = drawn(null, { ways: { conformance: { edges } } });
    expect([...marked]).toEqual(['not begun>ACT', 'ACT>TALK']);
  });

  it('draws such moves whatever is left out, and counts them', () => {
    const edges = [
      { from: 'TALK', to: 'HANDOFF', count: 1, agent: 0, step: 1, tick: 1 },
      { from: 'ACT', to: 'ACT', count: 14, agent: 0, step: 2, tick: 2 },
    ];
    const known = { ways: { conformance: { edges } } };
    const page = pageWith({ states: 0.2, edges: 1 }, known);
    const left = getDrawnChartPart(pageWith({ states: 0.2, edges: 1 }))!;
    expect(left.facts.has('TALK>HANDOFF')).toBe(false);
    expect(getDrawnChartPart(page)!.facts.get('TALK>HANDOFF')).toMatch(/^1 in all/);
    expect(getDrawnChartPart(page)!.facts.size).toBe(left.facts.size + 1);
    expect(getDrawnChartPart(page)!.again.get('ACT')).toMatchObject({
      count: 14,
      isMarked: true,
      isDrawn: true,
    });
    expect(countDeviatingMoves(page)).toBe(15);
    expect(countDeviatingMoves(pageWith({ states: 0, edges: 0 }, known))).toBe(0);
  });

  it('may have states with names that every object has', () => {
    const edges = [
      { from: null, to: 'constructor', count: 2, ms: null },
      { from: 'constructor', to: null, count: 2, ms: null, ends: [{ end: 'ended' as const, count: 2 }] },
    ];
    const nodes = [{ name: 'constructor', count: 2, tools: ['constructor'] }];
    const odd: FlowReport = {
      graph: { level: 'state', cases: 2, nodes, edges },
      stateOf: new Map(),
    };
    expect(totalsOf(drawn({ states: 0, edges: 0 }, { flow: odd }))).toEqual({
      'not begun>constructor': 2,
      'constructor>ended': 2,
    });
  });

  it('is the same object until something changes', () => {
    const page = pageWith({ states: 0, edges: 0.5 });
    expect(getDrawnChartPart(page)).toBe(getDrawnChartPart({ ...page }));
    expect(getDrawnChartPart(page)).not.toBe(getDrawnChartPart(pageWith({ states: 0, edges: 0.6 })));
    expect(getVisibleGraphPart(pageWith(null))).toBe(getVisibleGraphPart(pageWith(null)));
  });

  it('leaves nothing out by default while there is room, and waits for the graph', () => {
    expect(getCurrentLeftOut(pageWith(null))).toEqual({ states: 0, edges: 0 });
    expect(drawn(null).hidden.size).toBe(0);
    for (const rare of ['1', 'a,b', '20,200'])
      expect(getCurrentLeftOut({ ...pageWith(null), rare })).toEqual({ states: 0, edges: 0 });
    expect(getCurrentLeftOut({ ...pageWith(null), rare: '20,35' })).toEqual({ states: 0.2, edges: 0.35 });
    expect(getDrawnChartPart(pageWith(null, { flow: null }))).toBeNull();
  });
});
