import { measureObjectExtent } from '../../core/json/jsonDepth.ts';

const TAGS =
  '(?:[Tt]hink|[Tt]hinking|[Tt]houghts?|[Rr]easoning|[Rr]eflection|[Ss]cratchpad|seed:think|longcat_think)';

/** Marks of models' thoughts before their answer: beginning and end, as expressions. */
const MARKS: readonly (readonly [open: string, close: string])[] = [
  // Tags: DeepSeek, Qwen, GLM and most others; prompts for Claude; EXAONE; Seed; LongCat. Some end with another than they began with.
  [`<${TAGS}>`, `</${TAGS}>`],
  // Magistral, and Kimi.
  ['\\[THINK\\]', '\\[/THINK\\]'],
  ['◁think▷', '◁/think▷'],
  // Sky-T1 and its kin, Command A, and Apertus.
  ['<\\|begin_of_thought\\|>', '<\\|end_of_thought\\|>'],
  ['<\\|START_THINKING\\|>', '<\\|END_THINKING\\|>'],
  ['<\\|inner_prefix\\|>', '<\\|inner_suffix\\|>'],
  // gpt-oss: what it says for analysis. Calls of tools stand in the commentary.
  [
    '<\\|channel\\|>\\s{0,9}analysis',
    '<\\|channel\\|>\\s{0,9}(?:final|commentary)(?:[^{}]{0,80}?<\\|message\\|>)?',
  ],
  // Gemma, of either of its two generations.
  ['<\\|channel>thought', '<channel\\|>'],
  ['<unused94>thought', '<unused95>'],
  // gpt-oss if a server removed the marks, and left the names.
  ['^\\s*analysis(?=\\S[^]*assistantfinal)', 'assistantfinal'],
];
/** The kind whose end is a word that says nothing without its beginning. */
const BY_WORDS = MARKS.length - 1;
const ANY_MARK = new RegExp(MARKS.flatMap(([open, close]) => [`(${open})`, `(${close})`]).join('|'), 'g');
/** In each mark and end token: most answers have none of it, and are not searched for all of them. */
const IN_ANY_MARK = /[<◁]|\[\/?THINK\]|analysis|assistantfinal/;
/** End tokens of gpt-oss. */
const END_TOKENS = /(?:<\|(?:return|call|end)\|>\s*)+$/;

/** Start of an answer as XML; whatever marks it quotes are its own. */
const IS_XML = /^\s*(?:<\?xml|<agent\b)/i;
/** Start of an answer as JSON, fenced or not. */
const IS_JSON = /^\s*(?:`{3}|\{)/;
/** Typical content of answers. */
const HOLDS_ANSWER = /\{|<agent\b/i;
/** Objects and elements within which marks are the answer's own; the work for more would grow with the square of the answer. */
const MAX_ANSWER_UNITS = 16;

/** A part of a text, without its end. */
interface TextSpan {
  readonly begin: number;
  readonly end: number;
}

/** The answer without the model's thoughts. */
export function stripThoughts(answer: string): string {
  const { begin, end } = findAnswerRange(answer);
  return answer.slice(begin, end);
}

/**
 * Position of the answer in a model's reply, without thoughts, which may contain drafts of it; empty if the reply
 * consists of thoughts only. Thoughts that began in the prompt are recognised by their closing mark. The answer follows
 * the last thoughts; if nothing follows, it precedes them. Marks inside an object or an `agent` element belong to the
 * answer, as does an opening mark in mid-line that is never closed.
 */
export function findAnswerRange(answer: string): TextSpan {
  if (!IN_ANY_MARK.test(answer)) return { begin: 0, end: answer.length };
  let [begin, from, units] = [0, 0, 0];
  let unit = findUnitStart(answer, 0);
  let open: { readonly kind: number; readonly isMention: boolean } | null = null;
  let before: TextSpan | null = null;
  let isByWords = false;
  const textOf = ({ begin, end }: TextSpan): string => answer.slice(begin, end);
  const last = (): TextSpan => ({ begin, end: answer.length });
  for (const found of answer.matchAll(ANY_MARK)) {
    const mark = classifyThoughtMark(found);
    if (open !== null) {
      if (!mark.closes || mark.kind !== open.kind) continue;
      open = null;
      from = begin = mark.end;
      continue;
    }
    if (found.index < from || (mark.closes && mark.kind === BY_WORDS && !isByWords)) continue;
    if (IS_XML.test(answer.slice(begin))) break;
    if (unit < from) unit = findUnitStart(answer, from);
    for (; unit < found.index && units < MAX_ANSWER_UNITS; units++) {
      const end = findUnitEnd(answer, unit);
      if (end === null && IS_JSON.test(answer.slice(begin))) return last();
      if (end !== null) from = end;
      unit = findUnitStart(answer, end ?? unit + 1);
    }
    if (found.index < from) continue;
    const part: TextSpan = { begin, end: found.index };
    if (mark.closes) {
      // A stray closing mark after an answer: text that starts like JSON is kept in case nothing follows.
      if (IS_JSON.test(textOf(part))) before = part;
      from = begin = mark.end;
    } else {
      const isWithin = textOf(part).trim() !== '';
      isByWords ||= mark.kind === BY_WORDS;
      open = { kind: mark.kind, isMention: isWithin && !/\n\s*$/.test(textOf(part)) };
      if (isWithin) before = part;
    }
  }
  if (open !== null && !open.isMention)
    return trimEndTokens(answer, before ?? { begin: answer.length, end: answer.length });
  const earlier: TextSpan | null = before;
  const after = textOf(last());
  const isBefore =
    open === null &&
    earlier !== null &&
    (after.trim() === '' || (HOLDS_ANSWER.test(textOf(earlier)) && !HOLDS_ANSWER.test(after)));
  return trimEndTokens(answer, isBefore ? earlier : last());
}

function trimEndTokens(answer: string, { begin, end }: TextSpan): TextSpan {
  const tokens = END_TOKENS.exec(answer.slice(begin, end));
  return { begin, end: tokens === null ? end : begin + tokens.index };
}

/** Beginning of the first object or `agent` element from a place on; infinity for none. */
function findUnitStart(answer: string, from: number): number {
  const start = /\{|<agent\b/gi;
  start.lastIndex = from;
  return start.exec(answer)?.index ?? Number.POSITIVE_INFINITY;
}

/** Its end; null if it has none, or another one of its name begins before. */
function findUnitEnd(answer: string, at: number): number | null {
  if (answer[at] === '{') {
    const { end, isClosed } = measureObjectExtent(answer, at);
    return isClosed ? end : null;
  }
  const tag = /<(\/?)agent\b[^>]{0,200}>?/gi;
  tag.lastIndex = at + 1;
  const next = tag.exec(answer);
  return next === null || next[1] === '' ? null : next.index + next[0].length;
}

/** Which of the marks was found, and whether it is an end. */
function classifyThoughtMark(found: RegExpExecArray): {
  readonly kind: number;
  readonly closes: boolean;
  readonly end: number;
} {
  const group = found.findIndex((text, at) => at > 0 && text !== undefined) - 1;
  return { kind: group >> 1, closes: group % 2 === 1, end: found.index + found[0].length };
}
