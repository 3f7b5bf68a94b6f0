import { InputError } from '../../core/errors.ts';
import { parseNetworkRows, type TableRows } from './parseNetworkRows.ts';

/** A user's file as text, with what several formats ask of it found once. */
export class NetworkFile {
  readonly text: string;
  /** Small letters after the last full stop of its name. */
  readonly extension: string;
  #lines: readonly string[] | null = null;
  #rows: TableRows | null = null;
  #json: { readonly value: unknown } | null = null;

  constructor(
    readonly name: string,
    text: string,
  ) {
    this.text = text.replace(/^\ufeff/, '');
    this.extension = /\.([^./\\]+)$/.exec(name)?.[1].toLowerCase() ?? '';
  }

  get lines(): readonly string[] {
    this.#lines ??= this.text.split(/\r\n?|\n/);
    return this.#lines;
  }

  /** Lines as cells of a table. */
  get rows(): TableRows {
    this.#rows ??= parseNetworkRows(this.name, this.lines);
    return this.#rows;
  }

  /** The value of a JSON file, in which whole numbers beyond 2⁵³ are texts; undefined for another one. */
  get json(): unknown {
    if (this.#json === null) {
      let value: unknown;
      try {
        value = /^\s*[[{]/.test(this.text) ? JSON.parse(quoteLongIntegers(this.text)) : undefined;
      } catch {
        value = undefined;
      }
      this.#json = { value };
    }
    return this.#json.value;
  }

  /** @throws InputError always: what is wrong, and on which line */
  fail(line: number | null, problem: string): never {
    throw new InputError(`${this.name}${line === null ? '' : `, line ${line}`}: ${problem}`);
  }
}

/**
 * Puts whole numbers of JSON that a number of 64 bits would round between quotes, so that ids keep their tail. Strings stay
 * as they are. O(length).
 */
function quoteLongIntegers(text: string): string {
  if (!/\d{16}/.test(text)) return text;
  const pieces: string[] = [];
  const pattern = /"|-?\d[\d.eE+-]*/g;
  let kept = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [found] = match;
    if (found === '"') pattern.lastIndex = findStringEnd(text, pattern.lastIndex);
    else if (/^-?[1-9]\d{15,}$/.test(found) && !Number.isSafeInteger(Number(found))) {
      pieces.push(text.slice(kept, match.index), `"${found}"`);
      kept = pattern.lastIndex;
    }
  }
  return pieces.join('') + text.slice(kept);
}

/** The place behind the quotation mark that ends a string of JSON; the end of the text if none does. */
function findStringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}
