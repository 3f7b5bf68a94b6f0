import type { Librarian } from '../agent.ts';
import type { Fact } from '../detail.ts';
import { inCommon, type Words } from '../reader/words.ts';
import { isRight } from './grade.ts';
import type { Task, TaskQuestion } from './task.ts';

type Told = Pick<Fact, 'passage' | 'sentence'>;

/** Known sentences; the same for all agents of a task. */
const known = new WeakMap<TaskQuestion, Told | null>();

/**
 * Place of the answer to an agent's open question, as far as it was told before; null where no sentence has
 * it.
 */
export function factOf({ task, at, memory, question }: Librarian, words: Words): Fact | null {
  if (question === null) return null;
  let told = known.get(question);
  if (told === undefined) {
    told = toldIn(task, at, question, words);
    known.set(question, told);
  }
  if (told === null) return null;
  for (const place of ['working', 'storage'] as const)
    for (const entry of memory[place].values())
      if (!entry.tag.startsWith('answer_') && entry.value.includes(told.sentence))
        return { ...told, place, span: entry.id };
  return { ...told, place: null, span: null };
}

/** The sentence before the question that answers it and shares most of its words. */
function toldIn({ items, passages }: Task, at: number, question: TaskQuestion, words: Words): Told | null {
  const wanted = words.of(question.text);
  let best: Told | null = null;
  let most = 0;
  for (const { kind, index } of items.slice(0, at)) {
    if (kind !== 'passage') continue;
    for (const sentence of words.sentences(passages[index].text)) {
      const shared = inCommon(wanted, sentence.words);
      if (shared <= most || !isRight(question, sentence.text)) continue;
      most = shared;
      best = { passage: index + 1, sentence: sentence.text };
    }
  }
  return best;
}
