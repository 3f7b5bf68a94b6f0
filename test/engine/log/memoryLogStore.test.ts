import { describe, expect, it, vi } from 'vitest';
import { Growing } from '../../../src/engine/core/tables/growing.ts';
import { BLOCK_ROWS, createRows, LOG_COLUMNS, type LogRows } from '../../../src/engine/log/logStore.ts';
import { MemoryLogStore } from '../../../src/engine/log/memoryLogStore.ts';
import { Dice } from '../python/generator.ts';

type Make = (i: number, dice: Dice) => number;

/** Columns of agents and contexts: even steps, steps of any size, the ends of the range. */
const COLUMNS: Readonly<Record<string, Make>> = {
  zero: () => 0,
  'the same': () => 0xffff_ffff,
  'every agent': i => i,
  'every third, from afar': i => 4_000_000_000 + i * 3,
  falling: i => 1_000_000 - i * 17,
  'even from a place on': (i, dice) => (i < 100 ? dice.below(1_000) : 5_000 + i * 2),
  'uneven in the last step alone': i => (i === BLOCK_ROWS - 1 ? 7 : i),
  'end to end': i => (i % 2 === 0 ? 0 : 0xffff_ffff),
  random: (_, dice) => dice.below(2 ** 32),
  rare: (i, dice) => (dice.below(9) === 0 ? i * 100 : 0),
};

const draw = (agent: Make, context: Make, dice: Dice): LogRows => {
  const rows = createRows(BLOCK_ROWS + 5);
  for (let i = 0; i < BLOCK_ROWS; i++) {
    rows.agent[5 + i] = agent(i, dice);
    rows.transition[5 + i] = dice.of([0, 1, 65_535, dice.below(300)]);
    rows.context[5 + i] = context(i, dice);
  }
  return rows;
};

describe('blocks in memory', () => {
  it('are read as they were written, in any order, whatever their steps are', () => {
    const dice = new Dice(1);
    const store = new MemoryLogStore();
    const kept: LogRows[] = [];
    for (const agent of Object.values(COLUMNS))
      for (const context of Object.values(COLUMNS)) {
        const rows = draw(agent, context, dice);
        store.append(rows, 5);
        kept.push(rows);
      }
    const block = createRows(BLOCK_ROWS);
    for (let i = 0; i < 300; i++) {
      const index = dice.below(kept.length);
      // One by one as well as all at once.
      if (i % 2 === 0) store.read(index, block, LOG_COLUMNS);
      else for (const column of [...LOG_COLUMNS].reverse()) store.read(index, block, [column]);
      for (const column of LOG_COLUMNS)
        expect([...block[column]]).toEqual([...kept[index][column].subarray(5)]);
    }
  });

  it('take two bytes a row, and columns with even steps next to none', () => {
    const bytesOf = (rows: LogRows): number => {
      const store = new MemoryLogStore();
      const reserve = vi.spyOn(Growing.prototype, 'reserve');
      const [first, second] = [0, 0].map(() => {
        store.append(rows, 0);
        return reserve.mock.lastCall![0];
      });
      reserve.mockRestore();
      return (second - first) / BLOCK_ROWS;
    };
    const even = createRows(BLOCK_ROWS);
    for (let i = 0; i < BLOCK_ROWS; i++) even.agent[i] = i;
    const dice = new Dice(2);
    const sparse = createRows(BLOCK_ROWS);
    for (let i = 0; i < BLOCK_ROWS; i++) {
      sparse.agent[i] = (i > 0 ? sparse.agent[i - 1] : 0) + dice.below(20);
      sparse.transition[i] = dice.below(18);
    }
    expect(bytesOf(even)).toBeLessThan(0.04);
    expect(bytesOf(sparse)).toBeLessThan(2.02);
    expect(bytesOf(sparse)).toBeGreaterThan(2);
  });
});
