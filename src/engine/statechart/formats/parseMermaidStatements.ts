/** A statement of a state diagram, with its line from 1. Ends of arrows are names; null is `[*]`. */
import { InputError } from '../../core/errors.ts';

/** A state of a diagram, before it is one of a chart. */
export interface DiagramState {
  readonly name: string;
  label: string | null;
  description: string[];
  readonly notes: string[];
  sort: 'fork' | 'join' | 'choice' | null;
  readonly line: number;
  /** Its place: a region of the diagram, or of a state. */
  place: DiagramRegion;
  /** Its own; none of a state without states. */
  readonly regions: DiagramRegion[];
}

/** A part of a diagram or of a state; several stand side by side. */
export interface DiagramRegion {
  readonly owner: DiagramState | null;
  readonly states: DiagramState[];
  /** States that `[*]` leads to. */
  readonly starts: { readonly state: DiagramState; readonly line: number; readonly label: string }[];
}

/** An arrow between two states; to null if it leads to the end of a region. */
export interface DiagramArrow {
  readonly from: DiagramState;
  readonly to: DiagramState | null;
  readonly place: DiagramRegion;
  readonly label: string;
  readonly line: number;
}

/** Levels that are read; a chart has fewer. */
const MAX_MERMAID_DEPTH = 199;

/** The states of a diagram in their places, its arrows, and what is wrong with it or left out. */
export class MermaidTree {
  readonly regions: DiagramRegion[] = [{ owner: null, states: [], starts: [] }];
  readonly arrows: DiagramArrow[] = [];
  readonly states = new Map<string, DiagramState>();
  readonly mistakes: string[] = [];
  readonly notes: string[] = [];
  readonly ignored = new Set<string>();
  readonly #open: DiagramRegion[][] = [this.regions];
  #last: DiagramState | null = null;
  readonly #declaredNames = new Set<string>();

  constructor(statements: readonly Statement[]) {
    for (const statement of statements) this.#add(statement);
    if (this.#open.length > 1) this.mistakes.push('a “{” is not closed');
    // A note that says which history a state is is read; others are for people.
    for (const state of this.states.values())
      if (state.notes.length > (parseHistoryState(state) === null ? 0 : 1)) this.ignored.add('notes');
    // States that moved to their declaration leave empty regions behind.
    for (const state of this.states.values())
      if (state.regions.every(({ states, starts }) => states.length + starts.length === 0))
        state.regions.length = 0;
  }

  get #here(): DiagramRegion {
    return this.#open.at(-1)!.at(-1)!;
  }

  #add(statement: Statement): void {
    const { line } = statement;
    switch (statement.kind) {
      case 'state':
        this.#last = this.#declared(statement.name, line);
        this.#last.label ??= statement.label;
        this.#last.sort ??= statement.sort;
        break;
      case 'open':
        // Nesting beyond the limit is not walked.
        if (this.#open.length > MAX_MERMAID_DEPTH)
          throw new InputError(`line ${line}: states are nested more than ${MAX_MERMAID_DEPTH} deep`);
        this.#last!.regions.push({ owner: this.#last, states: [], starts: [] });
        this.#open.push(this.#last!.regions);
        break;
      case 'close':
        if (this.#open.length > 1) this.#open.pop();
        else this.mistakes.push(`line ${line}: a “}” without its “{”`);
        break;
      case 'region':
        this.#open.at(-1)!.push({ owner: this.#here.owner, states: [], starts: [] });
        break;
      case 'arrow':
        this.#arrow(statement);
        break;
      case 'description':
        this.#mentioned(statement.name, line).description.push(statement.text);
        break;
      case 'note':
        this.#mentioned(statement.name, line).notes.push(statement.text);
        break;
      case 'ignored':
        this.ignored.add(statement.what);
        break;
      case 'mistake':
        this.mistakes.push(`line ${line}: ${statement.words}`);
        break;
      default:
        this.mistakes.push(`line ${line}: “${statement.text.slice(0, 60)}” is not read`);
    }
  }

  #arrow({ from, to, label, line }: Extract<Statement, { kind: 'arrow' }>): void {
    const place = this.#here;
    if (from === null && to === null) this.mistakes.push(`line ${line}: an arrow from [*] to [*]`);
    else if (from === null) place.starts.push({ state: this.#mentioned(to!, line), line, label });
    else {
      if (RAW_SEMICOLON.test(label))
        this.notes.push(
          `line ${line}: the label is read whole; Mermaid ends it at “;”, and takes the rest for states`,
        );
      const source = this.#mentioned(from, line);
      const target = to === null ? null : this.#mentioned(to, line);
      this.arrows.push({ from: source, to: target, place, label, line });
    }
  }

  /** A mentioned state: its place is the first mention, or further in if it is not declared yet. */
  #named(name: string, line: number): DiagramState {
    const known = this.states.get(name);
    const place = this.#here;
    if (known !== undefined) {
      const around = this.#open.slice(0, -1).map(regions => regions.at(-1));
      const isFurtherIn = around.includes(known.place) && !this.#open.some(([{ owner }]) => owner === known);
      if (isFurtherIn && !this.#declaredNames.has(name) && known.regions.length === 0) this.#move(known);
      return known;
    }
    const state: DiagramState = {
      ...{ name, label: null, description: [], notes: [], sort: null, line, place, regions: [] },
    };
    this.states.set(name, state);
    place.states.push(state);
    return state;
  }

  /** A state that is declared for the first time belongs here, regardless of earlier mentions. */
  #declared(name: string, line: number): DiagramState {
    const state = this.#named(name, line);
    const isAround = this.#open.some(([{ owner }]) => owner === state);
    if (!isAround && !this.#declaredNames.has(name)) this.#move(state);
    this.#declaredNames.add(name);
    return state;
  }

  /** A mentioned state. Mermaid draws it in the last composite state that mentions it, which is noted. */
  #mentioned(name: string, line: number): DiagramState {
    const state = this.#named(name, line);
    const { owner } = this.#here;
    if (owner !== null && owner !== state.place.owner && owner !== state) {
      const read = state.place.owner === null ? 'outside' : `in “${state.place.owner.name}”`;
      this.notes.push(`line ${line}: “${name}” is ${read}; Mermaid draws it in “${owner.name}” from here on`);
    }
    return state;
  }

  #move(state: DiagramState): void {
    state.place.states.splice(state.place.states.indexOf(state), 1);
    state.place = this.#here;
    this.#here.states.push(state);
  }
}

/** A semicolon that does not end the code of a character. */
const RAW_SEMICOLON = /(?<!#\w*);/;

/** True if a state represents every leaf, as Statescope draws it. */
export const isWildcardState = ({ label, name }: DiagramState): boolean => label === '*' && name === 'any';

/** The history that a state is, as Statescope draws it: H or H*, with its name in a note. */
export function parseHistoryState({
  label,
  notes,
}: DiagramState): { readonly name: string; readonly isDeep: boolean } | null {
  const name = notes.flatMap(note => /^(.*), history of .*$/.exec(note)?.[1] ?? []).at(-1);
  return name !== undefined && (label === 'H' || label === 'H*') ? { name, isDeep: label === 'H*' } : null;
}

/** The event of a state that has come to its end. */
export const getDoneEventName = (state: string): string => `done.state.${state}`;

/** A statement of a state diagram, with its line from 1. Ends of arrows are names; null is `[*]`. */
type Statement = { readonly line: number } & (
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
  /^\s*(?:---[ \t]*\n([\s\S]*?)\n---[ \t]*\n\s*)?(?:%%.*\n\s*)*stateDiagram(?:-v2)?[ \t]*(?:\n|$)/;

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
