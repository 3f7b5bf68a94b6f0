import { expect, it } from 'vitest';
import {
  drawTimelines,
  TIMELINE_ROW_HEIGHT,
  type TimelinesPlot,
} from '../../../src/ui/charts/drawTimelines.ts';
import type { Inks } from '../../../src/ui/charts/inks.ts';

/** What is filled: colour, row and height of each bar. */
function barsOf(plot: Pick<TimelinesPlot, 'fills'>): string[] {
  const bars: string[] = [];
  let fillStyle = '';
  const ctx = {
    set fillStyle(colour: string) {
      fillStyle = colour;
    },
    clearRect: () => undefined,
    fillRect: (_x: number, y: number, _width: number, height: number) =>
      bars.push(`${fillStyle} ${Math.floor(y / TIMELINE_ROW_HEIGHT)} ${height}`),
  };
  const rows = [
    { tick: [2], state: [1] },
    { tick: [], state: [] },
  ];
  drawTimelines(
    ctx as unknown as CanvasRenderingContext2D,
    {
      ...{ rows, first: 1, head: 3, initial: 0, heights: [1, 5] },
      ...{ scale: { from: 1, pixels: 10 }, width: 100 },
      inks: { states: ['grey', 'red'] } as unknown as Inks,
      ...plot,
    } as TimelinesPlot,
    0,
  );
  return bars;
}

it('the bars of timelines have the colours of states, or of the groups of agents, in which case only heights show states', () => {
  expect(barsOf({})).toEqual(['grey 0 1', 'red 0 5', 'grey 1 1']);
  expect(barsOf({ fills: ['blue', 'green'] })).toEqual(['blue 0 1', 'blue 0 5', 'green 1 1']);
});
