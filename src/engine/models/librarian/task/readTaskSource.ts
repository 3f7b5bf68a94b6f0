import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { InputError } from '../../../core/errors.ts';
import { quoteUserValue } from '../../../core/quoteUserValue.ts';
import {
  decodeTextFile,
  formatMegabytes,
  MAX_FILE_NAME_LENGTH,
  type Reads,
} from '../../../files/textFile.ts';
import { SubjectWordCache, splitSentences, tokenizeText } from '../reader/subjectWords.ts';
import type { Passage, Task, TaskItem, TaskQuestion } from './librarianTask.ts';

/** Bytes of one text; larger files are refused before they are decoded. */
export const MAX_SOURCE_BYTES = 5_000_000;
/**
 * UTF-16 units of a passage: a longer section becomes several, and paragraphs are joined up to this length.
 */
const MAX_PASSAGE_LENGTH = 3_000;
const USUAL_PASSAGE = 1_800;
const MAX_QUESTION_LENGTH = 500;
const MAX_KIND_LENGTH = 30;

/** Reading of a text. */
const TEXT_READING: Reads = { forms: ['text', 'empty'], words: 'texts for librarians to read, .md or .txt' };

/**
 * Reads a text: `# title`, sections under `## …`, and between them questions, `Q: …` with `A: … | …` on the next line,
 * and its kind below, `K: …`, if one is given. A text without headings is divided at its paragraphs; for one without
 * questions, gap questions are made.
 * @throws InputError that names the file, and the line of a question that cannot be used.
 */
export function readTaskSource(file: string, bytes: Uint8Array): Task {
  const name = cleanTextLine(file, MAX_FILE_NAME_LENGTH);
  if (bytes.length > MAX_SOURCE_BYTES)
    throw new InputError(`${name} is ${formatMegabytes(bytes.length)}; at most 5 MB are read per text`);
  const parts = parseSourceParts(name, decodeTextFile(name, bytes, TEXT_READING).split(/\r\n?|\n/));
  const task = buildTask(parts.title || name.replace(/\.\w+$/, ''), parts.list);
  if (task.passages.length === 0) throw new InputError(`${name} has no text to read`);
  const asked = task.questions.length > 0 ? task : addGapQuestions(task);
  if (asked.questions.length === 0)
    throw new InputError(`${name} has no questions (Q: …, A: …), and is too short to make any from`);
  return asked;
}

type SourcePart =
  | { readonly kind: 'section'; readonly title: string; readonly lines: string[] }
  | { readonly kind: 'question'; readonly asked: Omit<TaskQuestion, 'number'> };

function parseSourceParts(
  name: string,
  lines: readonly string[],
): { title: string; list: readonly SourcePart[] } {
  const list: SourcePart[] = [];
  let title = '';
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i].trim();
    const heading = /^(#{1,6})[ \t]+(\S[\s\S]*)$/.exec(line);
    const last = list.at(-1);
    if (heading?.[1] === '#' && title === '' && list.length === 0) title = cleanTextLine(heading[2], 100);
    else if (heading) list.push({ kind: 'section', title: cleanTextLine(heading[2], 100), lines: [] });
    else if (/^Q:/.test(line)) {
      const kind = /^K:(.*)$/.exec(lines[i + 2]?.trim() ?? '')?.[1] ?? null;
      list.push(parseSourceQuestion({ name, at: i, kind }, line, lines[i + 1]?.trim() ?? ''));
      i += kind === null ? 1 : 2;
    } else if (last?.kind === 'section') last.lines.push(lines[i]);
    else if (line !== '') list.push({ kind: 'section', title: '', lines: [lines[i]] });
  }
  return { title, list };
}

/** Place of a question, and its kind as it is written. */
interface Place {
  readonly name: string;
  readonly at: number;
  readonly kind: string | null;
}

function parseSourceQuestion({ name, at, kind }: Place, asked: string, answer: string): SourcePart {
  const text = cleanTextLine(asked.slice(2), MAX_QUESTION_LENGTH);
  const where = `${name}, line ${at + 1}`;
  if (text === '') throw new InputError(`${where}: Q: without a question`);
  if (!/^A:/.test(answer))
    throw new InputError(`${where}: ${quoteUserValue(`Q: ${text}`)} is not followed by a line with A:`);
  const accepted = answer
    .slice(2)
    .split('|')
    .map(one => cleanTextLine(one, MAX_QUESTION_LENGTH))
    .filter(one => tokenizeText(one).length > 0);
  if (accepted.length === 0) throw new InputError(`${name}, line ${at + 2}: A: without an answer`);
  return {
    kind: 'question',
    asked: { text, accepted, kind: cleanTextLine(kind ?? '', MAX_KIND_LENGTH) || null },
  };
}

function buildTask(title: string, parts: readonly SourcePart[]): Task {
  const passages: Passage[] = [];
  const questions: TaskQuestion[] = [];
  const items: TaskItem[] = [];
  for (const part of parts) {
    if (part.kind === 'question') {
      items.push({ kind: 'question', index: questions.length });
      questions.push({ number: questions.length + 1, ...part.asked });
      continue;
    }
    const texts = splitLongSection(part.lines.join('\n'));
    for (const [i, text] of texts.entries()) {
      items.push({ kind: 'passage', index: passages.length });
      passages.push({ title: createPartTitle(part.title, i, texts.length, passages.length), text });
    }
  }
  return { title, passages, questions, items };
}

const createPartTitle = (title: string, i: number, count: number, before: number): string => {
  if (title === '') return `Part ${before + 1}`;
  return count > 1 ? `${title}, ${i + 1}` : title;
};

/** A section as it is, unless it is too long; else its paragraphs, joined. */
function splitLongSection(section: string): readonly string[] {
  const whole = section.replace(/\n{3,}/g, '\n\n').trim();
  if (whole === '') return [];
  if (whole.length <= MAX_PASSAGE_LENGTH) return [whole];
  const texts: string[] = [];
  let text = '';
  for (const paragraph of whole.split(/\n\s*\n/).flatMap(splitLongParagraph)) {
    if (text !== '' && text.length + paragraph.length > USUAL_PASSAGE) {
      texts.push(text);
      text = '';
    }
    text = text === '' ? paragraph : `${text}\n\n${paragraph}`;
  }
  return text === '' ? texts : [...texts, text];
}

/** The pieces of a long paragraph, cut between words if possible. */
function splitLongParagraph(paragraph: string): readonly string[] {
  const pieces: string[] = [];
  let rest = paragraph.trim();
  while (rest.length > MAX_PASSAGE_LENGTH) {
    const blank = rest.lastIndexOf(' ', USUAL_PASSAGE);
    const at = blank > 0 ? blank : USUAL_PASSAGE;
    const cut = /[\ud800-\udbff]/.test(rest[at - 1]) ? at - 1 : at;
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** Passages between a sentence and the question about it. */
const MIN_PASSAGES_BETWEEN = 4;
/** Least number of words in a sentence that is asked about. */
const MIN_WORDS = 7;
const MAX_QUESTION_WORDS = 30;
/** Least number of letters in a word that is left out. */
const MIN_LETTERS = 4;
/** Most questions: up to this number every passage is asked about, of longer texts only some. */
const MAX_QUESTIONS = 40;

/**
 * A task for a text without questions: for each passage, a sentence is asked about later with a word left
 * out.
 */
function addGapQuestions(task: Task): Task {
  const { passages } = task;
  const counts = countWords(passages.map(({ text }) => text));
  const step = Math.max(1, Math.ceil(passages.length / MAX_QUESTIONS));
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
    ask(index - MIN_PASSAGES_BETWEEN);
  }
  for (let index = Math.max(0, passages.length - MIN_PASSAGES_BETWEEN); index < passages.length; index++)
    ask(index);
  return { ...task, questions, items };
}

function countWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap(tokenizeText)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The rarest word of a sentence of middling length, the longest of several; null if there is none. */
function createGapQuestion(
  text: string,
  counts: ReadonlyMap<string, number>,
): Omit<TaskQuestion, 'number'> | null {
  const words = new SubjectWordCache();
  let best: { word: string; sentence: string; count: number } | null = null;
  for (const sentence of splitSentences(text)) {
    const all = tokenizeText(sentence);
    if (all.length < MIN_WORDS || all.length > MAX_QUESTION_WORDS) continue;
    // Some capitals have longer lower-case forms, which would shift positions.
    if (sentence.toLowerCase().length !== sentence.length) continue;
    for (const word of words.of(sentence)) {
      if ([...word].length < MIN_LETTERS || all.indexOf(word) !== all.lastIndexOf(word)) continue;
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
