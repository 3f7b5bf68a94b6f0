import { describe, expect, it } from 'vitest';
import { type OutcomeRow, OutcomeTable } from '../../../../src/engine/models/workflow/outcomeTable.ts';
import {
  MARKET_ACTIONS,
  MATCHES,
  STEP_FAILURES,
  STEP_OUTCOMES,
} from '../../../../src/engine/models/workflow/workflowTerms.ts';
import { SOURCES } from '../../../../src/engine/oracle/oracle.ts';
import { Dice } from '../../python/generator.ts';

const AGENTS = 5;

/** Rows of some ticks, in which each agent has up to three; every term and every absence is there. */
function drawRows(): readonly OutcomeRow[] {
  const dice = new Dice(3);
  const orNone = <T>(value: T): T | null => (dice.below(3) === 0 ? null : value);
  const rows: OutcomeRow[] = [];
  for (let tick = 1; tick <= 60; tick++)
    for (let agent = 0; agent < AGENTS; agent++)
      for (let i = dice.below(4); i > 0; i--)
        rows.push({
          ...{ row: rows.length, agent, tick, state: dice.below(300), step: dice.below(300) },
          outcome: dice.of(STEP_OUTCOMES),
          failure: orNone(dice.of(STEP_FAILURES)),
          attempt: 1 + dice.below(100_000),
          source: orNone(dice.of(SOURCES)),
          answer: orNone(`answer ${dice.below(20)}`),
          mended: dice.below(5) === 0 ? ['a', 'b'] : [],
          action: orNone(dice.of(MARKET_ACTIONS)),
          note: orNone(dice.below(2) === 0 ? '' : `note ${dice.below(20)}`),
          key: orNone('key'),
          match: orNone(dice.of(MATCHES)),
          target: orNone(dice.below(100_000)),
          result: `result ${dice.below(100)}`,
          tokensIn: dice.below(1_000_000),
          tokensOut: dice.below(1_000_000),
        });
  return rows;
}

const fill = (rows: readonly OutcomeRow[]): OutcomeTable => {
  const table = new OutcomeTable(AGENTS);
  for (const row of rows) table.add(row);
  return table;
};

describe('a table of outcomes', () => {
  it('gives back the rows that were added, one by one, all, and those of an agent', () => {
    const rows = drawRows();
    const table = fill(rows);
    expect([...table]).toEqual(rows);
    expect(rows.map((_, row) => table.at(row))).toEqual(rows);
    expect(table.filter(({ failure }) => failure === 'code')).toEqual(
      rows.filter(({ failure }) => failure === 'code'),
    );
    for (let agent = 0; agent < AGENTS; agent++) {
      const own = rows.filter(row => row.agent === agent);
      expect(table.latestOf(agent, 1_000)).toEqual([...own].reverse());
      expect(table.latestOf(agent, 3)).toEqual([...own].reverse().slice(0, 3));
      expect(table.ofTicks(agent, 20, 30)).toEqual(own.filter(({ tick }) => tick >= 20 && tick <= 30));
    }
  });

  it('continues from what was saved of it', () => {
    const rows = drawRows();
    const half = rows.length >> 1;
    const table = new OutcomeTable(AGENTS);
    table.restore(structuredClone(fill(rows.slice(0, half)).save()));
    for (const row of rows.slice(half)) table.add(row);
    expect([...table]).toEqual(rows);
    expect(table.latestOf(2, 1_000)).toEqual(fill(rows).latestOf(2, 1_000));
  });
});
