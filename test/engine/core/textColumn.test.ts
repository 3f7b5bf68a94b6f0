import { expect, it } from 'vitest';
import { TextColumn } from '../../../src/engine/core/textColumn.ts';

it('a column of texts gives back what was set, of more distinct texts than it looks for', () => {
  const textOf = (row: number) => (row % 7 === 0 ? null : `text ${row % 11 === 0 ? 'again' : row}`);
  const column = new TextColumn();
  for (let row = 0; row < 12_000; row++) {
    column.numbers.push(0);
    column.set(row, textOf(row));
  }
  const restored = new TextColumn();
  restored.restore(structuredClone(column.save()));
  for (let row = 0; row < 12_000; row++)
    expect([column.at(row), restored.at(row)]).toEqual([textOf(row), textOf(row)]);
  // Twice at the most: what is looked for is forgotten once.
  expect(column.save().texts.filter(text => text === 'text again').length).toBeLessThanOrEqual(3);
});
