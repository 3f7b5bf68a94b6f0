import type { Task, TaskItem } from './librarianTask.ts';

/**
 * A task's items with each question up to `most` passages later than it stands, at the latest at the end.
 * @param draw a number in [0, 1) for the question with this number
 */
export function delayQuestions(
  { items, passages, questions }: Task,
  most: number,
  draw: (number: number) => number,
): readonly TaskItem[] {
  if (most === 0) return items;
  const due = new Map<number, TaskItem[]>();
  let read = 0;
  for (const item of items) {
    if (item.kind === 'passage') read++;
    else {
      const later = Math.floor(draw(questions[item.index].number) * (most + 1));
      const after = Math.min(passages.length, read + later);
      due.set(after, [...(due.get(after) ?? []), item]);
    }
  }
  const told = [...(due.get(0) ?? [])];
  let after = 0;
  for (const item of items) if (item.kind === 'passage') told.push(item, ...(due.get(++after) ?? []));
  return told;
}
