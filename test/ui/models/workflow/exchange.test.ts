import { describe, expect, it } from 'vitest';
import {
  computeRowsThatFit,
  type ExchangePlot,
  getExchangeRowY,
} from '../../../../src/ui/models/workflow/exchange/drawExchangeLabels.ts';
import { findArtifactAtPoint } from '../../../../src/ui/models/workflow/exchange/ExchangeView.tsx';
import {
  collectMoneyLabels,
  computeExchangeLayout,
  computePriceWidth,
} from '../../../../src/ui/models/workflow/exchange/exchangeLayout.ts';
import {
  buildExchangeTable,
  describeArtifactLife,
  describeExchange,
} from '../../../../src/ui/models/workflow/exchange/exchangeWords.ts';
import { NO_INKS } from '../../noInks.ts';
import { artifact, exchangeRow } from '../../workflowFake.ts';

/** Three agents in rows of 30 pixels, 10 pixels a tick, up to tick 20. */
const plot = (part: Partial<ExchangePlot> = {}): ExchangePlot => ({
  agents: [4, 7, 2],
  rows: [undefined, undefined, undefined],
  isAbove: () => false,
  scale: { from: 0, pixels: 10 },
  width: 400,
  height: 90,
  pitch: 30,
  head: 20,
  wordsAt: 300,
  prices: [9, 24],
  selected: -1,
  strong: -1,
  hovered: -1,
  active: -1,
  hues: { made: '', broken: '', sold: '' },
  inks: NO_INKS,
  ...part,
});
const NAMES = Array.from({ length: 12 }, (_, agent) => `agent_${String(agent + 1).padStart(3, '0')}`);

describe('an artifact on the exchange', () => {
  it('lies on its maker’s row from its making to its sale', () => {
    const sold = exchangeRow(7, { artifacts: [artifact({ made: 3, sold: 9, buyer: 4, price: 24 })] });
    const { lines, sales } = computeExchangeLayout(plot({ rows: [undefined, sold, undefined] }));
    expect(lines).toMatchObject([{ maker: 7, row: 1, y: 45, from: 30, to: 90, fate: 'sold', width: 3.2 }]);
    expect(sales).toMatchObject([{ x: 90, from: 45, to: 15, stub: 15, isOutside: false }]);
  });

  it('reaches to now while it is not sold, and to where it was given up', () => {
    const row = exchangeRow(4, { artifacts: [artifact({ made: 12 }), artifact({ id: 1, dropped: 11 })] });
    const { lines, sales } = computeExchangeLayout(plot({ rows: [row, undefined, undefined] }));
    expect(lines.map(({ to, fate }) => [to, fate])).toEqual([
      [205, 'open'],
      [110, 'dropped'],
    ]);
    expect(sales).toEqual([]);
  });

  it('hides what a later tick brings', () => {
    const row = exchangeRow(4, { artifacts: [artifact({ made: 12, sold: 18, buyer: 2 })] });
    const { lines, sales } = computeExchangeLayout(plot({ head: 15, rows: [row, undefined, undefined] }));
    expect(lines[0]).toMatchObject({ fate: 'open', to: 155 });
    expect(sales).toEqual([]);
  });

  it('leads to the edge where its buyer is on no row, and a short way before anything is made from it', () => {
    const row = exchangeRow(7, { artifacts: [artifact({ sold: 5, buyer: 9 })] });
    const below = computeExchangeLayout(plot({ rows: [undefined, row, undefined] })).sales;
    expect(below).toMatchObject([{ to: 90, stub: 57, isOutside: true }]);
    const above = computeExchangeLayout(
      plot({ rows: [undefined, row, undefined], isAbove: agent => agent === 9 }),
    ).sales;
    expect(above).toMatchObject([{ to: 0, stub: 33 }]);
  });

  it('is a ring where its seller is on no row', () => {
    const purchases = [
      { id: 3, tick: 6, seller: 11, price: 10 },
      { id: 4, tick: 8, seller: 4, price: 10 },
    ];
    const row = exchangeRow(2, { artifacts: [], purchases });
    expect(computeExchangeLayout(plot({ rows: [undefined, undefined, row] })).arrivals).toEqual([
      { row: 2, x: 60, y: 75 },
    ]);
  });

  it('is the thicker the dearer, whatever the prices are', () => {
    expect(computePriceWidth(9, [9, 24])).toBeLessThan(computePriceWidth(15, [9, 24]));
    expect(computePriceWidth(500, [9, 24])).toBe(computePriceWidth(24, [9, 24]));
    expect(computePriceWidth(9, [9, 9])).toBeGreaterThan(0);
  });

  it('is hit by its line first, then by its way to the buyer', () => {
    const rows = [
      exchangeRow(4, { artifacts: [artifact({ id: 1, made: 1, sold: 9, buyer: 2 })] }),
      exchangeRow(7, { artifacts: [artifact({ id: 2, made: 8, sold: 12, buyer: 4 })] }),
      undefined,
    ];
    const shown = plot({ rows });
    const at = (x: number, y: number) =>
      findArtifactAtPoint(computeExchangeLayout(shown), shown, x, y)?.artifact.id ?? null;
    expect(at(40, 17)).toBe(1);
    expect(at(90, 45)).toBe(2);
    expect(at(91, 65)).toBe(1);
    expect(at(200, 60)).toBeNull();
    expect(at(-3, 15)).toBeNull();
    expect(at(320, 15)).toBeNull();
  });
});

describe('rows of the exchange', () => {
  it('are as far apart as there is room, and scroll where there is none', () => {
    expect(computeRowsThatFit(400, 12)).toEqual({ count: 12, pitch: 33 });
    expect(computeRowsThatFit(900, 12).pitch).toBe(40);
    expect(computeRowsThatFit(250, 12)).toEqual({ count: 12, pitch: 20 });
    expect(computeRowsThatFit(200, 10_000)).toEqual({ count: 11, pitch: 18 });
    expect(computeRowsThatFit(0, 12).count).toBe(0);
    expect(getExchangeRowY({ pitch: 30 }, 2)).toBe(75);
  });

  it('show what an agent earned and paid, and drop labels that would overlap others', () => {
    const row = exchangeRow(4, {
      artifacts: [
        artifact({ sold: 5, price: 15, buyer: 2 }),
        artifact({ id: 1, sold: 6, price: 20, buyer: 2 }),
        artifact({ id: 2, sold: 12, price: 9, buyer: 2 }),
      ],
      purchases: [
        { id: 7, tick: 13, seller: 2, price: 11 },
        { id: 8, tick: 17, seller: 2, price: 12 },
      ],
    });
    expect(collectMoneyLabels(row, plot()).map(({ text }) => text)).toEqual(['+15', '+9', '−12']);
  });
});

describe('the exchange in words', () => {
  it('gives an artifact’s life in order', () => {
    const life = artifact({ made: 12, found: [14, 16], reworked: [15], sold: 17, buyer: 3 });
    expect(describeArtifactLife(life, NAMES)).toBe(
      'made in tick 12, found broken in 14, reworked in 15, found broken in 16, sold in 17 to agent_004 for 15 scrip',
    );
    const long = artifact({ found: [3, 5, 7], reworked: [4, 6], sold: 8, buyer: 3 });
    expect(describeArtifactLife(long, NAMES)).toContain('found broken 3 times, reworked 2 times, sold in 8');
    expect(describeArtifactLife(artifact({ dropped: 9 }), NAMES)).toBe('made in tick 2, given up in 9');
    expect(describeArtifactLife(artifact(), NAMES)).toBe('made in tick 2, not sold yet');
  });

  it('sums the rows up', () => {
    expect(describeExchange([], NAMES)).toBe('Nothing has been made yet.');
    expect(describeExchange([exchangeRow(6), exchangeRow(8)], NAMES)).toContain(
      'agent_007 lost 3 scrip: 45 from buyers, less 48 for what it made; 102 scrip in hand, after 146 as initial scrip and income, and 41 for what it bought. It made 4, sold 3, bought 1.',
    );
  });

  it('has a row for each artifact in its table, the newest first', () => {
    const { head, rows } = buildExchangeTable([exchangeRow(6), exchangeRow(8)], NAMES);
    expect(rows.map(([id]) => id)).toEqual(['artifact_009', 'artifact_007']);
    for (const row of rows) expect(row).toHaveLength(head.length);
  });
});
