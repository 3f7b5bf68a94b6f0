import { describe, expect, it } from 'vitest';
import { computeHeadLabelRoom } from '../../../../src/ui/charts/timeScale.ts';
import {
  drawExchangeLabels,
  type ExchangePlot,
} from '../../../../src/ui/models/workflow/exchange/drawExchangeLabels.ts';
import { WORKFLOW_APPEARANCE } from '../../../../src/ui/models/workflow/workflowPlugin.ts';
import { exchangeRow } from '../../workflowFake.ts';

/** Widths on a screen of 1440 pixels. */
const [GUTTER, PLOT] = [136, 548];

/** Words and rectangles that are drawn beside agents who have earned and spent so much. */
function drawn(...accounts: readonly { readonly earned: number; readonly spent: number }[]) {
  const words: string[] = [];
  const bars: number[] = [];
  const ctx = {
    measureText: (text: string) => ({ width: text.length * 6 }),
    fillText: (text: string) => words.push(text),
    fillRect: (_x: number, _y: number, width: number, height: number) => height === 6 && bars.push(width),
  };
  const plot = {
    agents: accounts.map((_, agent) => agent),
    rows: accounts.map((account, agent) => exchangeRow(agent, { balance: 300, ...account })),
    wordsAt: PLOT - computeHeadLabelRoom(PLOT, WORKFLOW_APPEARANCE.room) + 22,
    pitch: 30,
    strong: -1,
    hovered: -1,
    inks: { font: '' },
  } as unknown as ExchangePlot;
  const names = accounts.map((_, agent) => `Name ${agent}`);
  drawExchangeLabels(ctx as never, plot, { names, gutter: GUTTER, width: GUTTER + PLOT });
  return { words, bars };
}

describe('next to the rows of the exchange', () => {
  it('there is room for bars of the sales, on one scale, losses to the left', () => {
    const { bars } = drawn({ earned: 300, spent: 100 }, { earned: 0, spent: 100 }, { earned: 0, spent: 0 });
    const [won, lost, none] = bars;
    expect(won).toBeGreaterThan(24);
    expect(won).toBeCloseTo(lost * 2);
    expect(none).toBe(0);
  });

  it('the balance stands after the bars, and makes no bar alone', () => {
    const { words, bars } = drawn({ earned: 0, spent: 0 });
    expect(words).toEqual(['Name 0', '0', '300']);
    expect(bars).toEqual([0]);
  });
});
