import { InputError } from '../../core/errors.ts';
import { quoteUserValue } from '../../core/quoteUserValue.ts';

/** A line of a table. */
export interface TableRow {
  readonly cells: readonly string[];
  /** NetworkX's `{'weight': 2}` at its end; null for none. */
  readonly attributes: string | null;
  /** Its first 1-based line, and the text there. */
  readonly line: number;
  readonly text: string;
}

/** A file as a table. */
export interface TableRows {
  /** Between the cells; a space stands for any white space. */
  readonly separator: string;
  readonly rows: readonly TableRow[];
  /** Text of the comments, without their marks. */
  readonly comments: readonly string[];
}

/** Number of lines that decide the separator. */
const SAMPLE = 500;
/** Lines that one cell may have. */
const MAX_CELL_LINES = 50;
const MAX_TABLE_ROWS = 1_000_001;
const COMMENT = /^(?:#|%|\/\/)/;

/**
 * Parts lines into cells. One separator holds for the whole file: a tab if lines have tabs, else a semicolon, a comma
 * or a bar, else white space. A line that begins with `#`, `%` or `//` is a comment unless such lines are edges
 * themselves.
 * @throws InputError for a quotation mark that is not closed
 */
export function parseNetworkRows(name: string, lines: readonly string[]): TableRows {
  const drafts: RowDraft[] = [];
  const marked: RowDraft[] = [];
  const { given, guess } = guessRowSeparator(lines);
  const quotes = createQuotes(guess);
  let isFirst = true;
  let width: number | null = null;
  for (let at = 0; at < lines.length; at++) {
    const trimmed = lines[at].trim();
    if (trimmed === '') continue;
    if (given !== null && isFirst && EXCEL.test(lines[at])) {
      isFirst = false;
      continue;
    }
    if (COMMENT.test(trimmed)) {
      marked.push(createRowDraft(lines[at], at + 1));
      continue;
    }
    isFirst = false;
    const draft =
      guess === '\t'
        ? createTabbedDraft(lines, at, width)
        : createMultilineDraft({ name, lines, separator: guess }, at, quotes);
    at += draft.lines - 1;
    width ??= countTabbedCells(draft);
    drafts.push(draft);
    // One more than there may be edges: the first may be a head.
    if (drafts.length > MAX_TABLE_ROWS) throw new InputError(`${name} has more than 1,000,000 edges`);
  }
  const separator =
    given ??
    (guess === '\t'
      ? guess
      : detectRowSeparator(drafts.length > 0 ? drafts : marked, isNetworkXList(marked)));
  const rows = drafts.map(draft => parseDraftRow(draft, separator));
  const edges = recoverMarkedEdges(marked, rows, separator);
  const isEdge = new Set(edges.map(({ line }) => line));
  return {
    separator,
    rows: edges.length === 0 ? rows : [...rows, ...edges].sort((a, b) => a.line - b.line),
    comments: marked
      .filter(({ line }) => !isEdge.has(line))
      .map(({ text }) => text.trim().replace(/^(?:[#%]+|\/\/)\s?/, '')),
  };
}

/** Excel's first line with a file's separator. */
const EXCEL = /^\s*"?sep=(.)"?\s*$/i;

const isNetworkXList = (marked: readonly Pick<RowDraft, 'text'>[]): boolean =>
  marked.some(({ text }) => /^#\s*GMT\b/.test(text));

/**
 * The separator as single lines show it, before cells are known that go on over several; what a quotation mark and `#` mean
 * depends on it. `given` is the one that the file names.
 */
function guessRowSeparator(lines: readonly string[]): {
  readonly given: string | null;
  readonly guess: string;
} {
  const drafts: RowDraft[] = [];
  const marked: RowDraft[] = [];
  for (let at = 0; at < lines.length && drafts.length < SAMPLE; at++) {
    const trimmed = lines[at].trim();
    const excel = drafts.length === 0 ? EXCEL.exec(lines[at]) : null;
    if (excel !== null) return { given: excel[1], guess: excel[1] };
    if (COMMENT.test(trimmed)) marked.push(createRowDraft(lines[at], at + 1));
    else if (trimmed !== '') drafts.push(createRowDraft(lines[at], at + 1));
  }
  const guess = detectRowSeparator(drafts.length > 0 ? drafts : marked, isNetworkXList(marked));
  return { given: null, guess };
}

interface RowDraft {
  readonly text: string;
  /** The text with a mark for each part between quotes. */
  readonly bare: string;
  readonly parts: readonly string[];
  readonly attributes: string | null;
  readonly line: number;
  readonly lines: number;
}

/** Placeholder for a quoted part while the separators are found. */
const MARK = '\ue000';

const NO_CELLS: readonly string[] = [];

/** NetworkX's data at the end of a line: `{}`, or a quoted key with its value. Other braces belong to a name. */
const DICT = /^(.*?\S)[\s,;]*(\{\s*(?:\}|(?:'[^']*'|"[^"]*")\s*:.*\}))\s*(?:#.*)?$/;
/** A part between quotes; a quotation mark within a word is a letter like others. */
const QUOTED = /(?<![\p{L}\p{N}"])"(?:[^"]|"")*"|\ue000/gu;
/** A cell between tabs that is quoted as a whole, without and with tabs in it. */
const QUOTED_CELL = /(?<=^|\t)[^\S\t]*"(?:[^"\t]|"")*"[^\S\t]*(?=\t|$)|\ue000/g;
const QUOTED_TABS = /(?<=^|\t)[^\S\t]*"(?:[^"]|"")*"[^\S\t]*(?=\t|$)|\ue000/g;

/** Quoting of cells: the pattern of a quoted part, and the mark that begins an unclosed one. */
interface Quotes {
  readonly quoted: RegExp;
  readonly open: RegExp;
}

/** With white space between cells a quotation mark counts at the beginning of a word; else at that of a cell. */
function createQuotes(separator: string): Quotes {
  if (separator === ' ') return { quoted: QUOTED, open: /(?<![\p{L}\p{N}"])"/u };
  const start = `(?:^|\\u{${separator.codePointAt(0)?.toString(16)}})[^\\S\\n]*`;
  return {
    quoted: new RegExp(`(?<=${start})"(?:[^"]|"")*"|\\ue000`, 'gu'),
    open: new RegExp(`(?<=${start}\\ue000?)"`, 'u'),
  };
}

function createRowDraft(text: string, line: number, lines = 1, quoted = QUOTED): RowDraft {
  if (!text.includes('"') && !text.includes('{'))
    return { text, bare: text, parts: NO_CELLS, attributes: null, line, lines };
  const dict = text.includes('{') ? DICT.exec(text) : null;
  const own = dict === null ? text : dict[1];
  const parts: string[] = [];
  const bare = own.includes('"')
    ? own.replace(quoted, part => {
        parts.push(part);
        return MARK;
      })
    : own;
  return { text, bare, parts, attributes: dict?.[2] ?? null, line, lines };
}

/**
 * A line of a file with tabs between cells. A quotation mark counts if a cell is quoted as a whole, and is a letter of
 * a name elsewhere; a cell continues over lines if it is closed on one of them, and the row is then as wide as others.
 * @param width cells of the first line; null before it
 */
function createTabbedDraft(lines: readonly string[], at: number, width: number | null): RowDraft {
  const draftFor = (text: string, count = 1): RowDraft => createRowDraft(text, at + 1, count, QUOTED_CELL);
  const literal = draftFor(lines[at]);
  if (!literal.bare.includes('"')) return literal;
  if (width !== null && countTabbedCells(literal) > width) {
    const loose = createRowDraft(lines[at], at + 1, 1, QUOTED_TABS);
    if (countTabbedCells(loose) === width) return loose;
  }
  if (!/(?:^|\t)[^\S\t]*"[^\t]*$/.test(literal.bare)) return literal;
  for (let next = at + 1; next < Math.min(lines.length, at + MAX_CELL_LINES); next++) {
    if (/^(?:[^"\t]|"")*$/.test(lines[next])) continue;
    if (!/^(?:[^"\t]|"")*"[^\S\t]*(?:\t|$)/.test(lines[next])) return literal;
    const joined = draftFor(lines.slice(at, next + 1).join('\n'), next - at + 1);
    const isWhole = joined.parts.some(part => part.includes('\n'));
    return isWhole && (width === null || countTabbedCells(joined) <= width) ? joined : literal;
  }
  return literal;
}

const countTabbedCells = ({ bare }: Pick<RowDraft, 'bare'>): number => bare.split('\t').length;

/** A line with those after it that a cell between quotes goes on over. @param separator as single lines show it */
function createMultilineDraft(
  {
    name,
    lines,
    separator,
  }: { readonly name: string; readonly lines: readonly string[]; readonly separator: string },
  at: number,
  { quoted, open }: Quotes,
): RowDraft {
  // ` #` begins a comment only if white space separates the cells.
  const isOpen = ({ bare }: RowDraft) =>
    bare.includes('"') && open.test(separator === ' ' ? bare.replace(/(^|\s)#.*$/, '') : bare);
  let draft = createRowDraft(lines[at], at + 1, 1, quoted);
  let text = lines[at];
  let next = at + 1;
  while (isOpen(draft) && next < Math.min(lines.length, at + MAX_CELL_LINES)) {
    text += `\n${lines[next++]}`;
    draft = createRowDraft(text, at + 1, next - at, quoted);
  }
  if (isOpen(draft) || (draft.lines > 1 && hasSwallowedLines(draft, separator)))
    throw new InputError(
      `${name}, line ${at + 1}: a quotation mark is not closed in ${quoteUserValue(lines[at].trim())}`,
    );
  return draft;
}

/** True if the quotation mark that ends a part of several lines is within a cell, and so was not meant to end it. */
function hasSwallowedLines({ bare, parts }: RowDraft, separator: string): boolean {
  const quotes = parts.values();
  return bare.split(separator === ' ' ? SPACES : separator).some(cell => {
    const own = [...cell.matchAll(/\ue000/g)].map(() => quotes.next().value ?? '');
    return cell.trim() !== MARK && own.some(part => part.includes('\n'));
  });
}

/** Lines of one cell are not evidence. */
const PARTED = /\S[\s,;|]+\S|^\s*[,;|\t]|[,;|\t]\s*$/;

/** @param isNetworkX whether NetworkX wrote the lines, with one separator and names that may have spaces */
function detectRowSeparator(drafts: readonly RowDraft[], isNetworkX: boolean): string {
  const sample = drafts.slice(0, SAMPLE).filter(({ bare }) => PARTED.test(bare));
  const share = (pattern: RegExp) => sample.filter(({ bare }) => pattern.test(bare)).length / sample.length;
  if (sample.length === 0) return ' ';
  const tabs = share(/\S\t|\t\S/);
  if (tabs >= 0.9 || (isNetworkX && tabs > 0)) return '\t';
  const found = (
    [
      [';', /;/],
      [',', /,/],
      ['|', /\|/],
    ] as const
  ).map(([separator, pattern]) => [separator, share(pattern)] as const);
  const [separator, most] = found.reduce((best, next) => (next[1] > best[1] ? next : best));
  return most >= 0.5 ? separator : ' ';
}

const SPACES = /\s+/;
const TUPLES = /^(\([^()]*\))\s*[,;\s]\s*(\([^()]*\))$/;

function parseDraftRow(
  { text, bare, parts, attributes, line }: RowDraft,
  separator: string,
  isMarked = false,
): TableRow {
  const isSpaced = separator === ' ';
  if (parts.length === 0 && attributes === null && !bare.includes('#') && !bare.startsWith('(')) {
    const trimmed = bare.trim();
    const cells = isSpaced ? trimmed.split(SPACES) : (separator === '\t' ? bare : trimmed).split(separator);
    if (!isSpaced) for (let at = 0; at < cells.length; at++) cells[at] = cells[at].trim();
    return { cells, attributes, line, text: trimmed };
  }
  const facts = { attributes, line, text: text.trim() };
  const uncommented = isSpaced ? bare.replace(isMarked ? /\s#\s.*$/ : /\s#.*$/, '') : bare;
  const trimmed = separator === '\t' ? uncommented.replace(/^[^\S\t]+|[^\S\t]+$/g, '') : uncommented.trim();
  const tuples = trimmed.startsWith('(') ? TUPLES.exec(trimmed) : null;
  if (tuples !== null) return { ...facts, cells: [tuples[1], tuples[2]] };
  const quotes = parts.values();
  const cells = (isSpaced ? trimmed.split(SPACES) : trimmed.split(separator)).map(cell => {
    const own = cell.trim();
    const given = own.replaceAll(MARK, () => quotes.next().value ?? MARK).trim();
    // A cell with quotes in its midst has them in its name.
    return own === MARK && given !== MARK
      ? given.slice(1, -1).replaceAll('""', '"').replace(/\r?\n/g, ' ').trim()
      : given;
  });
  return { ...facts, cells };
}

/** Lines that begin like comments and are edges: as wide as the others, with names if those have names. */
function recoverMarkedEdges(
  marked: readonly RowDraft[],
  rows: readonly TableRow[],
  separator: string,
): readonly TableRow[] {
  const candidates = marked.filter(({ text }) => /^\s*(?:#|%|\/\/)[^\s#%/!]/.test(text));
  if (candidates.length === 0) return [];
  const read = candidates.map(draft => parseDraftRow(draft, separator, true));
  const width = computeCommonRowWidth(rows.length > 0 ? rows : read);
  const isNumbered = rows.length > 0 && rows.slice(-20).every(({ cells }) => /^-?\d+$/.test(cells[0]));
  const edges = read.filter(
    ({ cells }) => cells.length === width && width >= 2 && cells.every((cell, at) => at > 1 || cell !== ''),
  );
  return isNumbered || edges.length < read.length / 2 ? [] : edges;
}

/** Number of cells in most rows; of equals the greater number. */
export function computeCommonRowWidth(rows: readonly TableRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let best = 0;
  for (const [width, count] of counts) {
    const most = counts.get(best) ?? 0;
    if (count > most || (count === most && width > best)) best = width;
  }
  return best;
}
