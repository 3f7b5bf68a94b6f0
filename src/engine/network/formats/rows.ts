import { dsvFormat } from 'd3-dsv';
import { InputError } from '../../core/errors.ts';
import { quoteUserValue } from '../../core/quoteUserValue.ts';

/** A line of a table. */
export interface Row {
  readonly cells: readonly string[];
  /** NetworkX's `{'weight': 2}` at its end; null for none. */
  readonly attributes: string | null;
  /** Its first 1-based line, and what stands there. */
  readonly line: number;
  readonly text: string;
}

/** A file as a table. */
export interface Rows {
  /** Between the cells; a space stands for any white space. */
  readonly separator: string;
  readonly rows: readonly Row[];
  /** What stands in comments, without their marks. */
  readonly comments: readonly string[];
}

/** Lines of which the separator is told. */
const SAMPLE = 500;
/** Lines that one cell may have. */
const LONGEST_CELL = 50;
const MOST = 1_000_001;
const COMMENT = /^(?:#|%|\/\/)/;

/**
 * Parts lines into cells. One separator holds for the whole file: a tab where lines have tabs, else a semicolon, a comma or
 * a bar, else white space. A line that begins with `#`, `%` or `//` is a comment unless such lines are edges themselves.
 * @throws InputError for a quotation mark that is not closed
 */
export function parseNetworkRows(name: string, lines: readonly string[]): Rows {
  const drafts: Draft[] = [];
  const marked: Draft[] = [];
  let given: string | null = null;
  for (let at = 0; at < lines.length; at++) {
    const trimmed = lines[at].trim();
    if (trimmed === '') continue;
    const excel: RegExpExecArray | null =
      drafts.length === 0 && given === null ? /^"?sep=(.)"?$/i.exec(trimmed) : null;
    if (excel !== null) {
      given = excel[1];
      continue;
    }
    if (COMMENT.test(trimmed)) {
      marked.push(createRowDraft(lines[at], at + 1));
      continue;
    }
    const draft = createMultilineDraft(name, lines, at);
    at += draft.lines - 1;
    drafts.push(draft);
    // One more than there may be edges: the first may be a head.
    if (drafts.length > MOST) throw new InputError(`${name} has more than 1,000,000 edges`);
  }
  const separator =
    given ??
    detectRowSeparator(
      drafts.length > 0 ? drafts : marked,
      marked.some(({ text }) => /^#\s*GMT\b/.test(text)),
    );
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

interface Draft {
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

const NONE: readonly string[] = [];

function createRowDraft(text: string, line: number, lines = 1): Draft {
  if (!text.includes('"') && !text.includes('{'))
    return { text, bare: text, parts: NONE, attributes: null, line, lines };
  const dict = text.includes('{') ? /^(.*?\S)[\s,;]*(\{.*\})\s*(?:#.*)?$/.exec(text) : null;
  const own = dict === null ? text : dict[1];
  const parts: string[] = [];
  const bare = own.includes('"')
    ? own.replace(/"(?:[^"]|"")*"|\ue000/g, part => {
        parts.push(part);
        return MARK;
      })
    : own;
  return { text, bare, parts, attributes: dict?.[2] ?? null, line, lines };
}

/** A line with those after it that a cell between quotes goes on over. */
function createMultilineDraft(name: string, lines: readonly string[], at: number): Draft {
  let draft = createRowDraft(lines[at], at + 1);
  if (!hasOpenQuote(draft)) return draft;
  let text = lines[at];
  for (let next = at + 1; next < Math.min(lines.length, at + LONGEST_CELL); next++) {
    text += `\n${lines[next]}`;
    draft = createRowDraft(text, at + 1, next - at + 1);
    if (!hasOpenQuote(draft)) return draft;
  }
  throw new InputError(
    `${name}, line ${at + 1}: a quotation mark is not closed in ${quoteUserValue(lines[at].trim())}`,
  );
}

const hasOpenQuote = ({ bare }: Draft): boolean =>
  bare.includes('"') && bare.replace(/(^|\s)#.*$/, '').includes('"');

/** Lines of one cell tell nothing. */
const PARTED = /\S[\s,;|]+\S|^\s*[,;|\t]|[,;|\t]\s*$/;

/** @param isNetworkX whether NetworkX wrote the lines, with one separator and names that may have spaces */
function detectRowSeparator(drafts: readonly Draft[], isNetworkX: boolean): string {
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
const PARSERS = new Map([' ', '\t', ',', ';', '|'].map(separator => [separator, dsvFormat(separator)]));
const AROUND = new Map([
  ['\t', /[^\S\t]*\t[^\S\t]*/g],
  [' ', /\s+/g],
]);

function parseDraftRow(
  { text, bare, parts, attributes, line }: Draft,
  separator: string,
  isMarked = false,
): Row {
  const isSpaced = separator === ' ';
  if (parts.length === 0 && attributes === null && !bare.includes('#') && !bare.startsWith('(')) {
    const trimmed = bare.trim();
    const cells = isSpaced ? trimmed.split(SPACES) : (separator === '\t' ? bare : trimmed).split(separator);
    if (!isSpaced) for (let at = 0; at < cells.length; at++) cells[at] = cells[at].trim();
    return { cells, attributes, line, text: trimmed };
  }
  const facts = { attributes, line, text: text.trim() };
  const uncommented = isSpaced && !isMarked ? bare.replace(/\s#.*$/, '') : bare.replace(/\s#\s.*$/, '');
  const trimmed = separator === '\t' ? uncommented.replace(/^[^\S\t]+|[^\S\t]+$/g, '') : uncommented.trim();
  const tuples = trimmed.startsWith('(') ? TUPLES.exec(trimmed) : null;
  if (tuples !== null) return { ...facts, cells: [tuples[1], tuples[2]] };
  if (parts.length === 0) {
    const cells = separator === ' ' ? trimmed.split(/\s+/) : trimmed.split(separator);
    return { ...facts, cells: cells.map(cell => cell.trim()) };
  }
  const quotes = parts.values();
  const close = trimmed
    .replace(AROUND.get(separator) ?? new RegExp(`\\s*[${separator}]\\s*`, 'g'), separator)
    .replaceAll(MARK, () => quotes.next().value ?? MARK);
  const parser = PARSERS.get(separator) ?? dsvFormat(separator);
  const [cells = []] = parser.parseRows(close.replace(/\r?\n/g, ' '));
  return { ...facts, cells: cells.map(cell => cell.trim()) };
}

/** Lines that begin like comments and are edges: as wide as the others, names where those have names. */
function recoverMarkedEdges(
  marked: readonly Draft[],
  rows: readonly Row[],
  separator: string,
): readonly Row[] {
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

/** How many cells most rows have; of equals the greater number. */
export function computeCommonRowWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let best = 0;
  for (const [width, count] of counts) {
    const most = counts.get(best) ?? 0;
    if (count > most || (count === most && width > best)) best = width;
  }
  return best;
}
