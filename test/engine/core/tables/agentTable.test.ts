import { describe, expect, it } from 'vitest';
import { AgentTable, type RowPlace } from '../../../../src/engine/core/tables/agentTable.ts';
import {
  createFilledTextColumn,
  createLineListColumn,
  createNumberColumn,
  createOptionalNumberColumn,
  createOptionalTermColumn,
  createRareListColumn,
  createRecordColumn,
  createTermColumn,
  TextColumn,
} from '../../../../src/engine/core/tables/columns.ts';
import { Dice } from '../../python/generator.ts';

const AGENTS = 5;
const COLOURS = ['red', 'green', 'blue'] as const;
type Colour = (typeof COLOURS)[number];

interface Row extends RowPlace {
  readonly count: number;
  readonly debt: number;
  readonly target: number | null;
  readonly colour: Colour;
  readonly other: Colour | null;
  readonly said: string | null;
  readonly result: string;
  readonly tags: readonly string[];
  readonly mended: readonly string[];
  readonly item: { readonly kind: Colour; readonly text: string | null } | null;
}

const createTable = (): AgentTable<Row> =>
  new AgentTable(AGENTS, {
    count: createNumberColumn(Uint16Array),
    debt: createNumberColumn(Int32Array),
    target: createOptionalNumberColumn(),
    colour: createTermColumn(COLOURS),
    other: createOptionalTermColumn(COLOURS),
    said: new TextColumn(),
    result: createFilledTextColumn(),
    tags: createLineListColumn(),
    mended: createRareListColumn(),
    item: createRecordColumn({ kind: createTermColumn(COLOURS), text: new TextColumn() }),
  });

/** Rows of some ticks, in each of which an agent has up to three. */
function drawRows(ticks: number): readonly Row[] {
  const dice = new Dice(3);
  const orNone = <T>(value: T): T | null => (dice.below(3) === 0 ? null : value);
  const rows: Row[] = [];
  for (let tick = 1; tick <= ticks; tick++)
    for (let agent = 0; agent < AGENTS; agent++)
      for (let i = dice.below(4); i > 0; i--)
        rows.push({
          ...{ row: rows.length, agent, tick, count: dice.below(65_536), debt: -dice.below(1_000_000_000) },
          target: orNone(dice.below(100_000)),
          colour: dice.of(COLOURS),
          other: orNone(dice.of(COLOURS)),
          said: orNone(dice.below(4) === 0 ? '' : `said ${dice.below(20_000)}`),
          result: dice.of(['', 'well', `result ${rows.length}`]),
          tags: Array.from({ length: dice.below(3) }, () => `tag_${dice.below(30)}`),
          mended: dice.below(5) === 0 ? ['a', 'b\nc'] : [],
          item: orNone({ kind: dice.of(COLOURS), text: orNone('text') }),
        });
  return rows;
}

function fill(rows: readonly Row[]): AgentTable<Row> {
  const table = createTable();
  for (const row of rows) table.add(row);
  return table;
}

describe('a table about agents', () => {
  it('gives back the rows that were added: one by one, all, and those of an agent', () => {
    const rows = drawRows(60);
    const table = fill(rows);
    expect(table.length).toBe(rows.length);
    expect([...table]).toEqual(rows);
    expect([table.at(-1), table.at(-rows.length)]).toEqual([rows.at(-1), rows[0]]);
    for (const row of [rows.length, -rows.length - 1, Number.NaN])
      expect(() => table.at(row)).toThrow(`row ${row} is none of ${rows.length}`);
    expect(rows.map((_, row) => table.tickOf(row))).toEqual(rows.map(({ tick }) => tick));
    expect(table.filter(({ colour }) => colour === 'red')).toEqual(
      rows.filter(({ colour }) => colour === 'red'),
    );
    for (let agent = 0; agent < AGENTS; agent++) {
      const own = rows.filter(row => row.agent === agent);
      expect(table.of(agent)).toEqual(own);
      expect(table.latestOf(agent, 3)).toEqual([...own].reverse().slice(0, 3));
      expect(table.ofTicks(agent, 20, 30)).toEqual(own.filter(({ tick }) => tick >= 20 && tick <= 30));
    }
  });

  it('reads fields in the order in which they were named, each time as another record', () => {
    const table = fill(drawRows(2));
    expect(Object.keys(table.at(1))).toEqual(Object.keys(drawRows(2)[1]));
    expect(table.at(1)).not.toBe(table.at(1));
  });

  it('continues from what was saved of it, with more distinct texts than are looked for', () => {
    const rows = drawRows(2_000);
    expect(new Set(rows.map(({ said }) => said)).size).toBeGreaterThan(5_000);
    const half = rows.length >> 1;
    const table = createTable();
    table.restore(structuredClone(fill(rows.slice(0, half)).save()));
    for (const row of rows.slice(half)) table.add(row);
    expect([...table]).toEqual(rows);
    expect(table.latestOf(2, 10_000)).toEqual(fill(rows).latestOf(2, 10_000));
  });
});
