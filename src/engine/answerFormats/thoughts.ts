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
/** Objects within whose texts marks are looked for; the work for more would grow with the square of the answer. */
const MOST_OBJECTS = 16;

/**
 * The answer after the model's thoughts, which may hold drafts of it; empty where these never end. Thoughts whose
 * beginning stands in the prompt are known by their end alone. Marks within the texts of an object are the answer's own.
 */
export function afterThoughts(said: string): string {
  let [begin, from, objects] = [0, 0, 0];
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
    let object = said.indexOf('{', from);
    for (; object >= 0 && object < found.index && objects < MOST_OBJECTS; objects++) {
      const { end, isClosed } = extentOf(said, object);
      if (!isClosed && IS_JSON.test(said.slice(begin))) return said.slice(begin);
      if (isClosed) from = end;
      object = said.indexOf('{', isClosed ? end : object + 1);
    }
    if (found.index < from) continue;
    if (mark.closes) from = begin = mark.end;
    else open = mark.kind;
  }
  return open === null ? said.slice(begin) : '';
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
