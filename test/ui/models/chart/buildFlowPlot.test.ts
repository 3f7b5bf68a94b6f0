import { describe, expect, it } from 'vitest';
import { buildFlowPlot, drawFlowPlot } from '../../../../src/ui/models/chart/chartViews.tsx';

/** So many transitions, each by a trigger of its own. */
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ trigger: `go_${i}`, source: 'a', target: 'b', isRest: false }));

/** A chart with some transitions, each taken once more often than the one before. */
function frameOf(transitions: ReturnType<typeof many>, height: number, gutter: number) {
  return {
    state: { scale: { from: 0, pixels: 10 }, plotWidth: 500, head: 9, selection: { cursor: null } },
    run: {
      info: { chart: { transitions, states: ['a', 'b'] } },
      columns: { first: 1, flow: (_: number, transition: number) => transition },
    },
    inks: { states: [], ink: '', ink3: '', hairStrong: '', font: '' },
    ...{ height, gutter },
  };
}

/** The words beside the plot, and the y of their middles. */
function drawn(transitions: ReturnType<typeof many>, height = 300, gutter = 120) {
  const texts: { text: string; y: number }[] = [];
  const ctx = {
    measureText: (text: string) => ({ width: text.length * 6 }),
    fillText: (text: string, x: number, y: number) => x < 0 && texts.push({ text, y }),
    fillRect() {},
  };
  drawFlowPlot(ctx as never, buildFlowPlot(frameOf(transitions, height, gutter) as never));
  return texts;
}
const words = (...shown: Parameters<typeof drawn>): string[] => drawn(...shown).map(({ text }) => text);

/** The lower end of the choice of views in the gutter, pixels. */
const CHOICE_ENDS = 59;

describe('flows of more transitions than there are rows', () => {
  it('are those that were taken most, in the chart’s order, and the rest is counted', () => {
    const most = Array.from({ length: 14 }, (_, i) => `go_${i + 3}`);
    expect(words(many(17))).toEqual([...most, 'and 3 more']);
  });

  it('are all shown where there is room', () => {
    expect(words(many(14))).toEqual(Array.from({ length: 14 }, (_, i) => `go_${i}`));
  });
});

describe('flows that have one trigger', () => {
  const ways = (['press', 'timeout'] as const).flatMap(trigger =>
    [
      ['date', 'time'],
      ['zero', 'time'],
    ].map(([source, target]) => ({ trigger, source, target, isRest: false })),
  );

  it('are distinguished by their ends, in rows of one line by the trigger as well where the ends are the same', () => {
    const [dates, zeros] = ['date → time', 'zero → time'];
    expect(words(ways)).toEqual(['press', dates, 'press', zeros, 'timeout', dates, 'timeout', zeros]);
    const lines = words(ways, 120, 200);
    expect(lines).toEqual(ways.map(({ trigger, source, target }) => `${trigger}: ${source} → ${target}`));
    expect(words([...ways.slice(0, 2), ...many(4)], 120).slice(0, 2)).toEqual([dates, zeros]);
  });

  it('begin below the choice of views', () => {
    expect(drawn(many(17))[0].y - 6).toBeGreaterThan(CHOICE_ENDS);
  });
});
