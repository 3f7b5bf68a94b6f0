import { findNearestWord } from '../../../core/findNearestWord.ts';
import { findWholeWord } from '../turn/findWholeWord.ts';
import type { Template } from './promptTemplate.ts';

/** Answers that the prompts of a transition step ask for, compared with the keys of its map. */
interface AskedAnswers {
  /** The keys as they are if the prompts ask for these; else what the prompts ask for, keys first. */
  readonly answers: readonly string[];
  /** Keys that the prompts do not mention, each with the answer that is probably meant. */
  readonly strangers: readonly { readonly key: string; readonly meant: string | null }[];
  /** Answers that the prompts list, and that are neither a key nor probably meant by one. */
  readonly missing: readonly string[];
}

/**
 * Compares the keys of a map with what a model reads in the prompts. Prompts that mention no key and list no answer
 * leave it to the system prompt, which lists the keys.
 * @param prompts of the step, then of its traits
 */
export function compareAskedAnswers(prompts: readonly Template[], keys: readonly string[]): AskedAnswers {
  const text = prompts.map(joinTemplateText).join('\n\n');
  const folded = text.toLowerCase();
  const isMentioned = (key: string) => findWholeWord(folded, key.toLowerCase()) >= 0;
  const mentioned = keys.filter(isMentioned);
  const known = new Set(keys.map(key => key.toLowerCase()));
  const listed = findListedAnswers(text, known).filter(answer => !known.has(answer.toLowerCase()));
  if (mentioned.length === 0 && listed.length === 0) return { answers: keys, strangers: [], missing: [] };
  const unmet = new Set(listed);
  const unasked = keys.filter(key => !isMentioned(key));
  const strangers = unasked.map(key => {
    const isOnlyPair = unasked.length === 1 && listed.length === 1;
    const meant = findNearestWord(key, unmet) ?? (isOnlyPair ? listed[0] : null);
    if (meant !== null) unmet.delete(meant);
    return { key, meant };
  });
  const isAgreed = strangers.length === 0 && listed.length === 0;
  return { answers: isAgreed ? keys : [...mentioned, ...listed], strangers, missing: [...unmet] };
}

/** True if an answer stands in a prompt, as a word of its own. */
export const hasAnswer = (prompt: Template, answer: string): boolean =>
  findWholeWord(joinTemplateText(prompt), answer) >= 0;

/** A prompt's text; a variable is a sign that stands in no word. */
const joinTemplateText = ({ parts }: Template): string =>
  parts.map(part => (part.kind === 'text' ? part.text : '\0')).join('');

/** "Respond with: continue, pivot, or ship" */
const ANSWER_LIST =
  /\b(?:respond|answer|reply)(?: only| just)?(?: with)?(?: exactly)?(?: (?:one|either) of| either)?(?: (?:these|the) words)?(:?)\s*([^.;\n]+)/gi;
const LISTED_ANSWER = /^[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+){0,2}$/u;
const SINGLE_WORD = /^[\p{L}_-]+$/u;

/** The answers of the first list of a text that is one of answers; empty for none. @param known keys in lower case */
function findListedAnswers(text: string, known: ReadonlySet<string>): readonly string[] {
  for (const [, colon, list] of text.matchAll(ANSWER_LIST)) {
    const items = list
      .split(/\s*(?:,|\/|\bor\b)\s*/i)
      .map(item => item.replace(/^[\s"'`“”‘’([]+|[\s"'`“”‘’)\]!]+$/g, ''))
      .filter(item => item !== '');
    if (items.length < 2 || !items.every(item => LISTED_ANSWER.test(item))) continue;
    const isOfKeys = items.some(item => known.has(item.toLowerCase()));
    // "Answer with: one word, no sentence" lists no answers.
    if (isOfKeys || (colon !== '' && items.every(item => SINGLE_WORD.test(item)))) return items;
  }
  return [];
}
