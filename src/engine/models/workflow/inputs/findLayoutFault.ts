/** A fault of the text's layout at its true place. */
interface LayoutFault {
  /** UTF-16 units from the start of the text. */
  readonly offset: number;
  readonly message: string;
}

/** A column in which fields or list items begin, from 0. */
interface Level {
  readonly kind: 'field' | 'item';
  readonly column: number;
}

/** A value that goes on over line ends: brackets and quotation marks, each with the offset of its opening. */
interface Opened {
  readonly brackets: number[];
  quote: { readonly mark: string; readonly offset: number } | null;
}

/**
 * The first line that begins in a column in which nothing can begin, or else the bracket or quotation mark that is
 * never closed; null if neither is found. A YAML parser notices these late, at a consequence.
 */
export function findLayoutFault(text: string): LayoutFault | null {
  const layout = new IndentTracker();
  let offset = 0;
  for (const line of text.split('\n')) {
    const found = layout.read(line, offset);
    if (found !== null) return found === 'unknown' ? null : found;
    offset += line.length + 1;
  }
  return layout.unclosed();
}

/** Columns of the fields and items around the line that is read. */
class IndentTracker {
  readonly #levels: Level[] = [];
  /** True if the last line ended in `key:` or `-`, so that something deeper may follow. */
  #opens = true;
  /** Block text that is read: the column that it must exceed, and the one in which it begins. */
  #block: { readonly over: number; column: number | null } | null = null;
  #opened: Opened = { brackets: [], quote: null };

  /** @returns the line's fault; `unknown` if the layout is beyond this reader */
  read(line: string, offset: number): LayoutFault | 'unknown' | null {
    const column = line.length - line.trimStart().length;
    const rest = line.slice(column).trimEnd();
    if (rest === '') return null;
    if (this.#isInside) {
      this.#follow(rest, offset + column);
      return null;
    }
    const block = this.#block;
    if (block !== null && column > block.over) {
      block.column ??= column;
      return null;
    }
    this.#block = null;
    if (rest.startsWith('#')) return null;
    if (line.slice(0, column).includes('\t') || /^(?:---|\.\.\.|[%?])/.test(rest)) return 'unknown';
    return this.#place(rest, column, offset + column, block?.column ?? null);
  }

  /** The opening of what is still open at the end. */
  unclosed(): LayoutFault | null {
    const { quote, brackets } = this.#opened;
    if (quote !== null) return { offset: quote.offset, message: 'this quotation mark is not closed' };
    const [bracket] = brackets;
    return bracket === undefined ? null : { offset: bracket, message: 'this bracket is not closed' };
  }

  get #isInside(): boolean {
    return this.#opened.quote !== null || this.#opened.brackets.length > 0;
  }

  #place(
    rest: string,
    column: number,
    offset: number,
    textColumn: number | null,
  ): LayoutFault | 'unknown' | null {
    const kind = isListItem(rest) ? 'item' : measureKeyLength(rest) > 0 ? 'field' : null;
    if (kind === null) return this.#text(rest, column, offset, textColumn);
    const expected = this.#nearest(kind, column);
    if (!this.#fits(kind, column)) {
      const [one, others] = kind === 'item' ? ['list item', 'the others'] : ['field', 'those next to it'];
      const there = expected === null ? '' : `; ${others} begin in column ${expected + 1}`;
      return { offset, message: `wrong indent: this ${one} begins in column ${column + 1}${there}` };
    }
    this.#take(rest, column, offset);
    return null;
  }

  /** A line that is neither a field nor an item: it continues the value before it, or it is one. */
  #text(
    rest: string,
    column: number,
    offset: number,
    textColumn: number | null,
  ): LayoutFault | 'unknown' | null {
    const top = this.#levels.at(-1)?.column ?? -1;
    if (column > top) {
      if (this.#opens) this.#value(rest, offset, top);
      return null;
    }
    if (textColumn === null) return 'unknown';
    const message = `wrong indent: this line begins in column ${column + 1}; the text before it begins in column ${textColumn + 1}`;
    return { offset, message };
  }

  /** True if something can begin there; levels that end before it are left. */
  #fits(kind: Level['kind'], column: number): boolean {
    const levels = this.#levels;
    const isDirect = this.#opens && (levels.at(-1)?.column ?? -1) <= column;
    while ((levels.at(-1)?.column ?? -1) > column) levels.pop();
    const top = levels.at(-1);
    if (top === undefined || top.column < column) return isDirect;
    if (top.kind === kind) return true;
    // Items may stand right under the name of their list.
    if (kind === 'item') return isDirect;
    levels.pop();
    const under = levels.at(-1);
    return under?.kind === 'field' && under.column === column;
  }

  #nearest(kind: Level['kind'], column: number): number | null {
    const columns = this.#levels.filter(level => level.kind === kind).map(level => level.column);
    const away = (other: number) => Math.abs(other - column);
    return columns.reduceRight<number | null>(
      (best, other) => (best === null || away(other) < away(best) ? other : best),
      null,
    );
  }

  /** Takes the levels that a line opens, and its value. */
  #take(line: string, from: number, start: number): void {
    let [rest, column, offset] = [line, from, start];
    const pass = (length: number) => {
      [rest, column, offset] = [rest.slice(length), column + length, offset + length];
    };
    while (isListItem(rest)) {
      this.#enter({ kind: 'item', column });
      pass(/^- */.exec(rest)![0].length);
    }
    const length = measureKeyLength(rest);
    if (length > 0) {
      this.#enter({ kind: 'field', column });
      pass(length);
      pass(rest.length - rest.trimStart().length);
    }
    this.#value(rest, offset, this.#levels.at(-1)!.column);
  }

  #enter(level: Level): void {
    const top = this.#levels.at(-1);
    if (top?.kind !== level.kind || top.column !== level.column) this.#levels.push(level);
  }

  /** Reads the text behind `key:` or `-`. @param over column of that */
  #value(written: string, start: number, over: number): void {
    const marks = /^(?:[&!]\S*\s*)*/.exec(written)![0].length;
    const rest = written.slice(marks);
    this.#opens = rest === '' || rest.startsWith('#');
    if (/^[|>][-+\d]*(?:\s+#.*)?$/.test(rest)) this.#block = { over, column: null };
    else if (/^["'[{]/.test(rest)) this.#follow(rest, start + marks);
  }

  /** Follows brackets and quotation marks to the end of the line. */
  #follow(rest: string, offset: number): void {
    const opened = this.#opened;
    for (let i = 0; i < rest.length; i++) {
      const letter = rest[i];
      if (opened.quote !== null) {
        const { mark } = opened.quote;
        const isEscape = mark === '"' ? letter === '\\' : letter === "'" && rest[i + 1] === "'";
        if (isEscape) i++;
        else if (letter === mark) opened.quote = null;
      } else if (letter === '#' && (i === 0 || rest[i - 1] === ' ')) return;
      else if ((letter === '"' || letter === "'") && (i === 0 || /[\s,:[{]/.test(rest[i - 1])))
        opened.quote = { mark: letter, offset: offset + i };
      else if (letter === '[' || letter === '{') opened.brackets.push(offset + i);
      else if (letter === ']' || letter === '}') opened.brackets.pop();
    }
  }
}

const isListItem = (rest: string): boolean => rest === '-' || rest.startsWith('- ');

/** Length of a field's name with its colon; 0 if the line does not begin with one. */
function measureKeyLength(rest: string): number {
  if (/^["']/.test(rest))
    return /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:(?=\s|$)/.exec(rest)?.[0].length ?? 0;
  if (/^[[{}\]|>*#,]/.test(rest)) return 0;
  const colon = rest.search(/:(?:\s|$)/);
  return colon <= 0 || rest.slice(0, colon).includes(' #') ? 0 : colon + 1;
}
