import { describe, expect, it } from 'vitest';
import { drawFlows, flowPlot } from '../../../../src/ui/models/chart/flowPlot.ts';

/** A chart with so many transitions, each taken once more often than the one before. */
function frameOf(count: number) {
  const transitions = Array.from({ length: count }, (_, i) => ({
    ...{ trigger: `go_${i}`, source: 'a', target: 'b', isRest: false },
  }));
  return {
    state: { scale: { from: 0, pixels: 10 }, plotWidth: 500, head: 9, selection: { cursor: null } },
    run: {
      info: { chart: { transitions, states: ['a', 'b'] } },
      columns: { first: 1, flow: (_: number, transition: number) => transition },
    },
    inks: { states: [], ink: '', ink3: '', hairStrong: '', font: '' },
    height: 300,
    gutter: 120,
  };
}

/** The words beside the plot, and the y of their middles. */
function drawn(count: number) {
  const texts: { text: string; y: number }[] = [];
  const ctx = {
    measureText: (text: string) => ({ width: text.length * 6 }),
    fillText: (text: string, x: number, y: number) => x < 0 && texts.push({ text, y }),
    fillRect() {},
  };
  drawFlows(ctx as never, flowPlot(frameOf(count) as never));
  return texts;
}
const words = (count: number): string[] => drawn(count).map(({ text }) => text);

/** The lower end of the choice of views in the gutter, pixels. */
const CHOICE_ENDS = 59;

describe('flows of more transitions than there are rows', () => {
  it('are those that were taken most, in the chart’s order, and the rest is counted', () => {
    const most = Array.from({ length: 14 }, (_, i) => `go_${i + 3}`);
    expect(words(17)).toEqual([...most, 'and 3 more']);
  });

  it('are all there where there is room', () => {
    expect(words(14)).toEqual(Array.from({ length: 14 }, (_, i) => `go_${i}`));
  });

  it('begin below the choice of views', () => {
    expect(drawn(17)[0].y - 6).toBeGreaterThan(CHOICE_ENDS);
  });
});
