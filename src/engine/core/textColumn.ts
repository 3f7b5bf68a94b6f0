import { Growing, type SavedColumn } from './growing.ts';

/** Distinct texts that are looked for; agents say the same things over and over. */
const MAX_REMEMBERED_TEXTS = 5_000;

/** A column of texts as plain data. */
export interface SavedTextColumn {
  readonly texts: readonly string[];
  /** Number of each row's text, from 1; 0 for none. */
  readonly numbers: SavedColumn;
}

/** A column of texts, or none, of which equal ones are mostly held once. */
export class TextColumn {
  readonly numbers = new Growing(Uint32Array);
  readonly #texts: string[] = [];
  readonly #remembered = new Map<string, number>();

  at(row: number): string | null {
    const number = this.numbers.data[row];
    return number === 0 ? null : this.#texts[number - 1];
  }

  /** Sets the text of a row that there is room for. */
  set(row: number, text: string | null): void {
    this.numbers.data[row] = text === null ? 0 : this.#numberOf(text);
  }

  #numberOf(text: string): number {
    const known = this.#remembered.get(text);
    if (known !== undefined) return known;
    if (this.#remembered.size >= MAX_REMEMBERED_TEXTS) this.#remembered.clear();
    const number = this.#texts.push(text);
    this.#remembered.set(text, number);
    return number;
  }

  save(): SavedTextColumn {
    return { texts: [...this.#texts], numbers: this.numbers.save() };
  }

  restore({ texts, numbers }: SavedTextColumn): void {
    for (const text of texts) this.#texts.push(text);
    this.numbers.restore(numbers);
  }
}
