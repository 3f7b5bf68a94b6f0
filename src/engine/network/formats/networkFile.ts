import { InputError } from '../../core/errors.ts';
import { parseNetworkRows, type Rows } from './rows.ts';

/** A user's file as text, with what several formats ask of it found once. */
export class NetworkFile {
  readonly text: string;
  /** Small letters after the last full stop of its name. */
  readonly extension: string;
  #lines: readonly string[] | null = null;
  #rows: Rows | null = null;
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
  get rows(): Rows {
    this.#rows ??= parseNetworkRows(this.name, this.lines);
    return this.#rows;
  }

  /** The value of a JSON file; undefined for another one. */
  get json(): unknown {
    if (this.#json === null) {
      let value: unknown;
      try {
        value = /^\s*[[{]/.test(this.text) ? JSON.parse(this.text) : undefined;
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
