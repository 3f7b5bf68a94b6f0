import type { Librarian } from '../librarianAgent.ts';
import { countCommonWords, type SubjectWordCache } from '../reader/subjectWords.ts';
import type { Fact } from '../reports/librarianDetail.ts';
import { type Grading, isRightAnswer } from './isRightAnswer.ts';
import type { Task, TaskQuestion } from './librarianTask.ts';

type FactPlace = Pick<Fact, 'passage' | 'sentence'>;

/** Known sentences; the same for all agents of a task. */
const FACT_PLACES: Readonly<Record<Grading, WeakMap<TaskQuestion, FactPlace | null>>> = {
  usual: new WeakMap(),
  literal: new WeakMap(),
};

/**
 * Place of the answer to an agent's open question, if the text gave it before the question; null if no sentence has it.
 */
export function locateAnswerFact(
  { task, memory, question }: Librarian,
  words: SubjectWordCache,
  grading: Grading,
): Fact | null {
  if (question === null) return null;
  let told = FACT_PLACES[grading].get(question);
  if (told === undefined) {
    told = findAnswerSentence(task, question, words, grading);
    FACT_PLACES[grading].set(question, told);
  }
  if (told === null) return null;
  for (const place of ['working', 'storage'] as const)
    for (const entry of memory[place].values())
      if (!entry.tag.startsWith('answer_') && entry.value.includes(told.sentence))
        return { ...told, place, span: entry.id };
  return { ...told, place: null, span: null };
}

/** The sentence before the question that answers it and shares most of its words. */
function findAnswerSentence(
  { items, passages, questions }: Task,
  question: TaskQuestion,
  words: SubjectWordCache,
  grading: Grading,
): FactPlace | null {
  // Documents that were graded word for word name the sentence by whole words.
  const by = grading === 'literal' ? 'words' : 'stems';
  const wanted = by === 'words' ? words.of(question.text) : words.stemsOf(question.text);
  const at = items.findIndex(({ kind, index }) => kind === 'question' && questions[index] === question);
  let best: FactPlace | null = null;
  let most = 0;
  for (const { kind, index } of items.slice(0, at)) {
    if (kind !== 'passage') continue;
    for (const sentence of words.sentences(passages[index].text)) {
      const shared = countCommonWords(wanted, sentence[by]);
      if (shared <= most || !isRightAnswer(question, sentence.text, grading)) continue;
      most = shared;
      best = { passage: index + 1, sentence: sentence.text };
    }
  }
  return best;
}
