import { extentOf } from './objects.ts';

/** How models mark what they think before they answer: its beginning and its end, as expressions. */
const MARKS: readonly (readonly [open: string, close: string])[] = [
  // Tags: DeepSeek, Qwen, GLM and most others; prompts for Claude; EXAONE; Seed; LongCat.
  ...['think', 'thinking', 'thoughts?', 'reasoning', 'reflection', 'scratchpad', 'seed:think']
    .concat('longcat_think')
    .map(tag => [`<${tag}>`, `</${tag}>`] as const),
  // Magistral, and Kimi.
  ['\\[THINK\\]', '\\[/THINK\\]'],
  ['◁think▷', '◁/think▷'],
  // Sky-T1 and its kin, Command A, and Apertus.
  ['<\\|begin_of_thought\\|>', '<\\|end_of_thought\\|>'],
  ['<\\|START_THINKING\\|>', '<\\|END_THINKING\\|>'],
  ['<\\|inner_prefix\\|>', '<\\|inner_suffix\\|>'],
  // gpt-oss: what it says in any channel but the final one. Some servers take the marks away, and leave the names.
  [
    '<\\|channel\\|>\\s{0,9}(?:analysis|commentary)',
    '<\\|channel\\|>\\s{0,9}final[^{}]{0,80}?<\\|message\\|>',
  ],
  ['^\\s*analysis(?=[^]*assistantfinal)', 'assistantfinal'],
  // Gemma, of either of its two generations.
  ['<\\|channel>thought', '<channel\\|>'],
  ['<unused94>thought', '<unused95>'],
];
const ANY_MARK = new RegExp(MARKS.flatMap(([open, close]) => [`(${open})`, `(${close})`]).join('|'), 'gi');

/** Start of an answer as XML; whatever marks it quotes are its own. */
const IS_XML = /^\s*(?:<\?xml|<agent\b)/i;
/** Start of an answer as JSON, fenced or not. */
const IS_JSON = /^\s*(?:`{3}|\{)/;
/** Objects and elements within which marks are the answer's own; the work for more would grow with the square of the answer. */
const MOST_UNITS = 16;

/**
 * The answer after the model's thoughts, which may hold drafts of it; empty where these never end. Thoughts whose
 * beginning stands in the prompt are known by their end alone. Marks within an object, or an `agent` element, are the
 * answer's own.
 */
export function afterThoughts(said: string): string {
  let [begin, from, units] = [0, 0, 0];
  let unit = startOfUnit(said, 0);
  let open: number | null = null;
  for (const found of said.matchAll(ANY_MARK)) {
    const mark = markOf(found);
    if (open !== null) {
      if (!mark.closes || mark.kind !== open) continue;
      open = null;
      from = begin = mark.end;
      continue;
    }
    if (found.index < from) continue;
    if (IS_XML.test(said.slice(begin))) break;
    if (unit < from) unit = startOfUnit(said, from);
    for (; unit < found.index && units < MOST_UNITS; units++) {
      const end = endOfUnit(said, unit);
      if (end === null && IS_JSON.test(said.slice(begin))) return said.slice(begin);
      if (end !== null) from = end;
      unit = startOfUnit(said, end ?? unit + 1);
    }
    if (found.index < from) continue;
    if (mark.closes) from = begin = mark.end;
    else open = mark.kind;
  }
  return open === null ? said.slice(begin) : '';
}

/** Where the first object or `agent` element from a place on begins; infinity for none. */
function startOfUnit(said: string, from: number): number {
  const start = /\{|<agent\b/gi;
  start.lastIndex = from;
  return start.exec(said)?.index ?? Number.POSITIVE_INFINITY;
}

/** Where it ends; null where it does not. */
function endOfUnit(said: string, at: number): number | null {
  if (said[at] === '{') {
    const { end, isClosed } = extentOf(said, at);
    return isClosed ? end : null;
  }
  const close = said.indexOf('</agent>', at);
  return close < 0 ? null : close + '</agent>'.length;
}

/** Which of the marks was found, and whether it is an end. */
function markOf(found: RegExpExecArray): {
  readonly kind: number;
  readonly closes: boolean;
  readonly end: number;
} {
  const group = found.findIndex((text, at) => at > 0 && text !== undefined) - 1;
  return { kind: group >> 1, closes: group % 2 === 1, end: found.index + found[0].length };
}
