import { beforeAll, describe, expect, it } from 'vitest';
import { placeAutomatically } from '../../../../src/ui/charts/automatic/placeAutomatically.ts';
import { estimateTextWidth } from '../../../../src/ui/charts/automatic/shortenText.ts';
import { doRectsTouch } from '../../../../src/ui/charts/doRectsTouch.ts';
import type { Rect } from '../../../../src/ui/charts/packing.ts';
import type { PlacedEdge, Placement } from '../../../../src/ui/charts/placement.ts';
import type { Route } from '../../../../src/ui/charts/route.ts';
import { formatGroupedInteger } from '../../../../src/ui/lib/formatCounts.ts';
import { getDrawnChartPart } from '../../../../src/ui/models/recorded/chart/getDrawnChartPart.ts';
import type { PageState } from '../../../../src/ui/state/pageState.ts';
import { discoveredPage } from './discoveredPage.ts';

/** Sets of real agents: few states and many, with and without outcomes, by states and by tools. */
const SETS = [
  { file: 'runs/moatless_0617_gpt4o.jsonl.gz', states: 10, numbered: 20 },
  { file: 'runs/tau2_sierra_gpt41.jsonl.gz', states: 9, numbered: 23 },
  { file: 'runs/mini_deepseek_lite.jsonl.gz', states: 10, numbered: 30 },
  { file: 'csv/patients.csv.gz', states: 9, numbered: 13 },
  { file: 'runs/tau1_airline_gpt4o.jsonl.gz', preset: 'tool', states: 18, numbered: 24 },
];
const SHEET = [520, 345] as const;

interface Drawn {
  readonly page: (rare: string | null) => PageState;
  readonly placed: Placement;
}

async function drawn({ file, preset }: { readonly file: string; readonly preset?: string }): Promise<Drawn> {
  const whole = await discoveredPage(file, preset);
  const page = (rare: string | null) => ({ ...whole, rare });
  const { chart } = getDrawnChartPart(page(null))!;
  return { page, placed: await placeAutomatically(chart, ...SHEET, async () => {}) };
}

const edgesAt = ({ page, placed }: Drawn, rare: string | null): readonly PlacedEdge[] =>
  placed.part!(new Set(getDrawnChartPart(page(rare))!.facts.keys()));

/** The area of a number's digits. */
function numberRect({ label, total = 0 }: PlacedEdge): Rect {
  const width = estimateTextWidth(formatGroupedInteger(total), 11);
  return { x: label!.x - width / 2, y: label!.y - 9, width, height: 10 };
}

/** From an area to the nearest point of a line, pixels; 0 on it. */
function distance({ x, y, width, height }: Rect, { points }: Route): number {
  const away = points.slice(1).map(([bx, by], i) => {
    const [ax, ay] = points[i]!;
    const dx = Math.max(0, Math.min(ax, bx) - x - width, x - Math.max(ax, bx));
    return Math.hypot(dx, Math.max(0, Math.min(ay, by) - y - height, y - Math.max(ay, by)));
  });
  return Math.min(...away);
}

describe.each(SETS)('the discovered chart of $file', set => {
  let chart: Drawn;
  beforeAll(async () => {
    chart = await drawn(set);
  });

  it('has numbers that stand nearer to their own lines than to any other, on no box and on no other number', () => {
    for (const rare of [null, '0,0', '30,50']) {
      const edges = edgesAt(chart, rare);
      const numbers = edges.filter(({ label }) => label !== null);
      const rects = numbers.map(numberRect);
      for (const [i, edge] of numbers.entries()) {
        const own = distance(rects[i]!, edge.route);
        for (const other of edges)
          if (other !== edge) expect(distance(rects[i]!, other.route)).toBeGreaterThan(own);
        const taken = [...chart.placed.states.map(({ box }) => box), ...rects.slice(i + 1)];
        expect(taken.filter(area => doRectsTouch(rects[i]!, area))).toEqual([]);
      }
    }
  });

  it('has most of them by default', () => {
    const { length } = edgesAt(chart, null).filter(({ label }) => label !== null);
    expect(chart.placed.states).toHaveLength(set.states);
    expect(length).toBeGreaterThanOrEqual(set.numbered);
  });

  it('keeps boxes and lines where they are, whatever the sliders leave out', () => {
    const whole = new Map(chart.placed.edges.map(({ key, route }) => [key, route]));
    for (const rare of [null, '30,50', '90,90']) {
      const edges = edgesAt(chart, rare);
      expect(edges.length).toBeGreaterThan(0);
      for (const { key, route } of edges) expect(route).toBe(whole.get(key));
    }
  });

  it('begins at the top left', () => {
    const [first, ...others] = chart.placed.states;
    for (const { box } of others) {
      expect(box.x).toBeGreaterThanOrEqual(first!.box.x);
      expect(box.y).toBeGreaterThanOrEqual(first!.box.y);
    }
  });
});
