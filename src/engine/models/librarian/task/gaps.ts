import { splitSentences, tokenizeText, Words } from '../reader/words.ts';
import type { Task, TaskItem, TaskQuestion } from './task.ts';

/** Passages between a sentence and the question about it. */
const LATER = 4;
/** Least number of words in a sentence that is asked about. */
const LEAST_WORDS = 7;
const MOST_WORDS = 30;
/** Least number of letters in a word that is left out. */
const LEAST_LETTERS = 4;
/** Most questions: up to this number every passage is asked about, of longer texts only some. */
const MOST_QUESTIONS = 40;

/**
 * A task for a text without questions: for each passage, a sentence is asked about later with a word left
 * out.
 */
export function addGapQuestions(task: Task): Task {
  const { passages } = task;
  const counts = countWords(passages.map(({ text }) => text));
  const step = Math.max(1, Math.ceil(passages.length / MOST_QUESTIONS));
  const questions: TaskQuestion[] = [];
  const items: TaskItem[] = [];
  const ask = (passage: number): void => {
    if (passage < 0 || passage % step !== 0) return;
    const gap = createGapQuestion(passages[passage].text, counts);
    if (gap === null) return;
    items.push({ kind: 'question', index: questions.length });
    questions.push({ number: questions.length + 1, ...gap });
  };
  for (const index of passages.keys()) {
    items.push({ kind: 'passage', index });
    ask(index - LATER);
  }
  for (let index = Math.max(0, passages.length - LATER); index < passages.length; index++) ask(index);
  return { ...task, questions, items };
}

function countWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap(tokenizeText)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The rarest word of a sentence of middling length, the longest of several; null where there is none. */
function createGapQuestion(
  text: string,
  counts: ReadonlyMap<string, number>,
): Omit<TaskQuestion, 'number'> | null {
  const words = new Words();
  let best: { word: string; sentence: string; count: number } | null = null;
  for (const sentence of splitSentences(text)) {
    const all = tokenizeText(sentence);
    if (all.length < LEAST_WORDS || all.length > MOST_WORDS) continue;
    // Some capitals have longer lower-case forms, which would shift positions.
    if (sentence.toLowerCase().length !== sentence.length) continue;
    for (const word of words.of(sentence)) {
      if ([...word].length < LEAST_LETTERS || all.indexOf(word) !== all.lastIndexOf(word)) continue;
      const count = counts.get(word) ?? 0;
      const isBetter =
        best === null || count < best.count || (count === best.count && word.length > best.word.length);
      if (isBetter) best = { word, sentence, count };
    }
  }
  if (best === null) return null;
  const { word, sentence } = best;
  const at = findWordPosition(sentence, word);
  const gapped = `${sentence.slice(0, at)}____${sentence.slice(at + word.length)}`;
  return { text: `Which word is missing: "${gapped}"`, accepted: [word], kind: null };
}

/** Position of a word in a sentence, as a whole word. */
function findWordPosition(sentence: string, word: string): number {
  const lower = sentence.toLowerCase();
  for (const match of lower.matchAll(/[\p{L}\p{N}]+/gu)) if (match[0] === word) return match.index;
  return lower.indexOf(word);
}
