import { describe, expect, it } from 'vitest';
import type { CallTree } from '../../../../../src/engine/models/recorded/clock/buildCallTree.ts';
import {
  buildCallsTable,
  findCurrentTurn,
  formatTook,
  listKeysAround,
  listSeenRows,
  measureRows,
} from '../../../../../src/ui/models/recorded/clock/callRows.ts';
import { knowSessions } from './clockReports.ts';

const aRow = (kind: string, step: number | null, depth: number, below: number, at = 0) =>
  ({
    ...{ kind, step, depth, below, agent: 0, tick: 1, name: `${kind} ${step}`, detail: '', state: 0 },
    ...{ at, until: at + 10, tokens: null, isFailed: false },
  }) as CallTree['rows'][number];

const TREE: CallTree = {
  ...{ agent: 0, left: 0 },
  rows: [
    aRow('turn', 1, 0, 1),
    aRow('tool', 1, 1, 0),
    aRow('turn', 2, 0, 4, 100),
    aRow('calls', 2, 1, 2, 100),
    aRow('tool', 2, 2, 0, 100),
    aRow('tool', 3, 2, 0, 110),
    aRow('model', 4, 1, 0, 120),
  ],
};

const seen = (step: number | null, decided: readonly (readonly [string, boolean])[] = []) =>
  listSeenRows(TREE, step, new Map(decided)).map(({ row }) => row.name);

describe('the rows of a call tree', () => {
  it('are those of the last turn, or of the turn with the selected step; like calls are folded', () => {
    expect(seen(null)).toEqual(['turn 1', 'turn 2', 'calls 2', 'model 4']);
    expect(seen(1)).toEqual(['turn 1', 'tool 1', 'turn 2']);
    expect([null, 1, 2, 4].map(step => findCurrentTurn(TREE, step))).toEqual([2, 0, 2, 2]);
  });

  it('open and fold as the user decides', () => {
    expect(seen(null, [['0 2 calls', false]])).toContain('tool 3');
    expect(seen(null, [['0 2 turn', true]])).toEqual(['turn 1', 'turn 2']);
  });

  it('have the selected step, also among like calls, unless the user folds them after that', () => {
    expect(listKeysAround(TREE, 3)).toEqual(['0 2 turn', '0 2 calls']);
    expect(seen(3)).toEqual(['turn 1', 'turn 2', 'calls 2', 'tool 2', 'tool 3', 'model 4']);
    expect(seen(3, [['0 2 calls', true]])).not.toContain('tool 3');
    expect(listKeysAround(TREE, 9)).toEqual([]);
  });

  it('are measured with the turns that are folded, unless these lie far away', () => {
    const rows = listSeenRows(TREE, null, new Map());
    expect(measureRows(rows, null)).toEqual({ from: -2.6, until: 132.6 });
    const far = [{ ...rows[0], row: { ...rows[0].row, at: -10_000 } }, ...rows.slice(1)];
    expect(measureRows(far, null)).toEqual({ from: 99.4, until: 130.6 });
    expect(measureRows(far, 140)).toEqual({ from: 99.2, until: 140.8 });
    // The one step is a moment: then the turns have the width.
    const moment = { ...rows[3], row: { ...rows[3].row, until: 120 } };
    expect(measureRows([...far.slice(0, 2), moment], null)?.from).toBeLessThan(-10_000);
    expect(measureRows(rows.slice(0, 1), null)).toEqual({ from: -0.2, until: 10.2 });
    expect(measureRows([], null)).toBeNull();
  });

  it('know their parents', () => {
    expect(listSeenRows(TREE, null, new Map()).map(({ parent }) => parent)).toEqual([-1, -1, 1, 1]);
  });

  it('say how long they took, so far where they have not ended', () => {
    const [turn, row] = TREE.rows;
    expect(formatTook({ ...turn, until: 0 }, null, null)).toBe('');
    expect(formatTook(row, null, null)).toBe('10 ms');
    expect(formatTook(row, 0, 5000)).toBe('5.0 s so far');
    expect(formatTook(row, 10, 5010)).toBe('5.0 s so far');
    expect(formatTook(row, 3, 5000)).toBe('10 ms');
    expect(formatTook({ ...row, until: null }, null, null)).toBe('');
  });

  it('are a table for screen readers', async () => {
    const { calls } = await knowSessions();
    const { head, rows } = buildCallsTable(calls);
    expect(head[5]).toBe('Took, s');
    expect(rows.map(([name, level, step]) => [name, level, step])).toEqual([
      ['mend the cart', 1, 1],
      ['model', 2, 1],
      ['Grep', 2, 2],
      ['Read', 2, 3],
      ['guard: advises', 2, 4],
      ['Agent', 2, 5],
      ['↳ explore', 3, 1],
      ['Read', 4, 1],
      ['send waits for a person', 2, 6],
    ]);
  });
});
