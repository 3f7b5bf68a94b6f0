/** A statement of a state diagram, with its line from 1. Ends of arrows are names; null is `[*]`. */
export type Statement = { readonly line: number } & (
  | {
      readonly kind: 'state';
      readonly name: string;
      readonly label: string | null;
      readonly sort: 'fork' | 'join' | 'choice' | null;
    }
  | { readonly kind: 'open' | 'close' | 'region' }
  | {
      readonly kind: 'arrow';
      readonly from: string | null;
      readonly to: string | null;
      /** As it is written: marks that stand as numbers part nothing. */
      readonly label: string;
    }
  | { readonly kind: 'description'; readonly name: string; readonly text: string }
  | { readonly kind: 'note'; readonly name: string; readonly text: string }
  | { readonly kind: 'ignored'; readonly what: string }
  | { readonly kind: 'unknown'; readonly text: string }
  | { readonly kind: 'mistake'; readonly words: string }
);

/** A diagram taken apart. */
interface Diagram {
  readonly title: string | null;
  readonly statements: readonly Statement[];
  /** State diagrams that come after it in the same text. */
  readonly others: number;
}

const MERMAID_HEAD =
  /^\s*(?:---[ \t]*\n([\s\S]*?)\n---[ \t]*\n)?(?:\s*%%.*\n)*\s*stateDiagram(?:-v2)?[ \t]*(?:\n|$)/;

/** The first line of a fence around a diagram, as in a text of Markdown. */
const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*mermaid\b[^\n]*$/gm;

/** Content of a fence in a text, on the same lines. */
interface Fenced {
  readonly text: string;
  /** State diagrams in fences that come after it. */
  readonly others: number;
}

/** The first state diagram that is fenced in a text, else the first diagram, else the text as it is. */
export function extractMermaidBlock(given: string): Fenced {
  const text = given.replace(/\r\n?/g, '\n');
  const isOther = MERMAID_HEAD.test(text) || /^\s*(?:[{[]|<\?xml|<scxml)/.test(text);
  if (isOther || !text.includes('mermaid')) return { text, others: 0 };
  const fences = [...text.matchAll(FENCE)].map(({ index, 0: opening, 1: marks }) => {
    const from = index + opening.length;
    const end = text.slice(from).search(new RegExp(`\\n[ \\t]*${marks}`));
    // The lines before stay, without what is on them.
    return text.slice(0, from).replace(/[^\n]/g, '') + text.slice(from, end < 0 ? undefined : from + end);
  });
  const found = fences.filter(one => MERMAID_HEAD.test(one));
  return { text: found[0] ?? fences[0] ?? text, others: Math.max(0, found.length - 1) };
}

/** True if a text is a state diagram of Mermaid, or has one in a fence. */
export const isMermaidDiagram = (text: string): boolean => MERMAID_HEAD.test(extractMermaidBlock(text).text);

/** A text on one line: `<br>` and `\n` begin another. */
const joinMermaidLines = (text: string): string => text.replace(/<br\s*\/?>|\\n/g, ' ');

/** A text with Mermaid's character codes decoded: `#34;`. The results do not mark a line's end any more. */
export const decodeMermaidText = (text: string): string =>
  joinMermaidLines(text).replace(/#(\d{1,7});/g, (whole, code) =>
    Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole,
  );

const MERMAID_NAME = String.raw`(?:"[^"]*"|[^\s:{}"]+)`;
const END = String.raw`(?:\[\*\]|${MERMAID_NAME})(?::::[\w-]+)?`;
const ARROW = new RegExp(String.raw`^(${END})\s*-->\s*(${END})\s*(?::\s*(.*))?$`);
const STATE = new RegExp(
  String.raw`^state\s+(?:"([^"]*)"\s+as\s+(${MERMAID_NAME})|(${MERMAID_NAME}))(?::::[\w-]+)?\s*(?:<<(\w+)>>|\[\[(\w+)\]\])?\s*(\{?)\s*(\}?)$`,
);
const NOTE_AT = new RegExp(String.raw`^note\s+(?:left|right)\s+of\s+(${MERMAID_NAME})\s*(?::\s*(.*))?$`, 'i');
const DESCRIPTION = new RegExp(String.raw`^(${MERMAID_NAME})\s*:(?!::)\s*(.*)$`);
const IGNORED = /^(direction|classDef|class|style|click|hide|scale|accTitle|accDescr|title|linkStyle)\b/;

const stripMermaidName = (name: string): string => name.replace(/:::[\w-]+$/, '').replace(/^"(.*)"$/, '$1');

/** Takes a diagram apart, line by line. */
export function parseMermaidStatements(given: string): Diagram {
  const { text, others } = extractMermaidBlock(given);
  const head = MERMAID_HEAD.exec(text);
  const begun = head === null ? 0 : head[0].length;
  const firstLine = text.slice(0, begun).split('\n').length;
  const statements: Statement[] = [];
  let note: { name: string; lines: string[]; line: number } | null = null;
  let isInBraces = false;
  let braceLine = 0;
  for (const [i, raw] of text.slice(begun).split('\n').entries()) {
    const line = firstLine + i;
    const words = raw.replace(/%%.*$/, '').trim();
    if (note !== null) {
      if (/^end\s+note$/i.test(words)) {
        statements.push({
          kind: 'note',
          name: note.name,
          text: decodeMermaidText(note.lines.join(' ')),
          line: note.line,
        });
        note = null;
      } else note.lines.push(words);
    } else if (isInBraces) isInBraces = !words.endsWith('}');
    else if (words !== '') {
      const at = NOTE_AT.exec(words);
      if (at !== null && at[2] === undefined) note = { name: stripMermaidName(at[1]), lines: [], line };
      else if (/^note\s+"[^"]*"\s+as\s/i.test(words))
        statements.push({ kind: 'ignored', what: 'notes', line });
      else if (/^accDescr\s*\{/.test(words)) {
        isInBraces = !words.endsWith('}');
        braceLine = line;
        statements.push({ kind: 'ignored', what: 'accDescr', line });
      } else statements.push(...parseMermaidLine(words, line));
    }
  }
  // An unclosed one would swallow the rest of the text.
  if (note !== null)
    statements.push({ kind: 'mistake', words: 'a note without its “end note”', line: note.line });
  if (isInBraces)
    statements.push({ kind: 'mistake', words: 'a description without its “}”', line: braceLine });
  const title = /^title:\s*(.*)$/m
    .exec(head?.[1] ?? '')?.[1]
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  return { title: title ? title : null, statements, others };
}

function parseMermaidLine(words: string, line: number): Statement[] {
  if (words === '}') return [{ kind: 'close', line }];
  if (words === '--') return [{ kind: 'region', line }];
  const at = NOTE_AT.exec(words);
  if (at !== null)
    return [{ kind: 'note', name: stripMermaidName(at[1]), text: decodeMermaidText(at[2]), line }];
  const arrow = ARROW.exec(words);
  if (arrow !== null) {
    const [from, to] = [stripMermaidName(arrow[1]), stripMermaidName(arrow[2])].map(name =>
      name === '[*]' ? null : name,
    );
    return [{ kind: 'arrow', from, to, label: joinMermaidLines(arrow[3] ?? '').trim(), line }];
  }
  const state = STATE.exec(words);
  if (state !== null) return parseMermaidState(state, line);
  const ignored = IGNORED.exec(words);
  if (ignored !== null) return [{ kind: 'ignored', what: ignored[1], line }];
  const description = DESCRIPTION.exec(words);
  if (description !== null)
    return [
      {
        kind: 'description',
        name: stripMermaidName(description[1]),
        text: decodeMermaidText(description[2]).trim(),
        line,
      },
    ];
  if (/^[^\s{}]+$/.test(words))
    return [{ kind: 'state', name: stripMermaidName(words), label: null, sort: null, line }];
  return [{ kind: 'unknown', text: words, line }];
}

function parseMermaidState(found: RegExpExecArray, line: number): Statement[] {
  const [, label, alias, plain, angled, square, opening, closing] = found;
  const sort = angled ?? square;
  if (sort !== undefined && sort !== 'fork' && sort !== 'join' && sort !== 'choice')
    return [{ kind: 'unknown', text: found[0], line }];
  const isNamed = label === undefined && plain.startsWith('"');
  const name = stripMermaidName(alias ?? plain);
  return [
    {
      kind: 'state',
      name,
      label: label !== undefined ? decodeMermaidText(label) : isNamed ? decodeMermaidText(name) : null,
      sort: sort ?? null,
      line,
    },
    ...(opening === '{' ? [{ kind: 'open', line } as const] : []),
    ...(closing === '}' ? [{ kind: 'close', line } as const] : []),
  ];
}
