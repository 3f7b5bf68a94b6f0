import { Growing, type Numbers, type SavedColumn } from './growing.ts';

/** The values of one field of many rows, held as numbers. */
interface Column<Value> {
  /** Arrays with a place for each row; who adds a row makes room in them. */
  readonly arrays: readonly Growing<Numbers>[];
  write(row: number, value: Value): void;
  read(row: number): Value;
  save(): SavedValues;
  restore(saved: SavedValues): void;
}

/** A column as plain data: its arrays, and what they are numbers of. */
export interface SavedValues {
  readonly arrays: readonly SavedColumn[];
  readonly texts?: readonly string[];
  readonly rare?: readonly (readonly [row: number, value: unknown])[];
  readonly fields?: readonly SavedValues[];
}

type Maker = new (length: number) => Numbers;

/** A column of whole numbers that fit into an array of the given kind. */
export const createNumberColumn = (make: Maker): Column<number> =>
  new ArrayColumn(
    make,
    value => value,
    value => value,
  );

/** A column of whole numbers from 0, or null. */
export const createOptionalNumberColumn = (): Column<number | null> =>
  new ArrayColumn<number | null>(
    Int32Array,
    value => value ?? -1,
    number => (number < 0 ? null : number),
  );

/** A column of terms of a list. */
export const createTermColumn = <Term extends string>(terms: readonly Term[]): Column<Term> =>
  new ArrayColumn(
    Uint8Array,
    term => terms.indexOf(term),
    number => terms[number],
  );

/** A column of terms of a list, or null. */
export const createOptionalTermColumn = <Term extends string>(terms: readonly Term[]): Column<Term | null> =>
  new ArrayColumn<Term | null>(
    Uint8Array,
    term => (term === null ? 0 : terms.indexOf(term) + 1),
    number => (number === 0 ? null : terms[number - 1]),
  );

class ArrayColumn<Value> implements Column<Value> {
  readonly arrays: readonly Growing<Numbers>[];
  readonly #array: Growing<Numbers>;

  constructor(
    make: Maker,
    private readonly toNumber: (value: Value) => number,
    private readonly toValue: (number: number) => Value,
  ) {
    this.#array = new Growing(make);
    this.arrays = [this.#array];
  }

  write(row: number, value: Value): void {
    this.#array.data[row] = this.toNumber(value);
  }

  read(row: number): Value {
    return this.toValue(this.#array.data[row]);
  }

  save(): SavedValues {
    return { arrays: [this.#array.save()] };
  }

  restore({ arrays }: SavedValues): void {
    this.#array.restore(arrays[0]);
  }
}

/** Distinct texts that are looked for; agents say the same things over and over. */
const MAX_REMEMBERED_TEXTS = 5_000;

/** A column of texts, or null, of which equal ones are mostly held once. */
export class TextColumn implements Column<string | null> {
  /** Number of each row's text, from 1; 0 for none. */
  readonly #numbers = new Growing(Uint32Array);
  readonly arrays = [this.#numbers];
  readonly #texts: string[] = [];
  readonly #remembered = new Map<string, number>();

  write(row: number, text: string | null): void {
    this.#numbers.data[row] = text === null ? 0 : this.#numberOf(text);
  }

  read(row: number): string | null {
    const number = this.#numbers.data[row];
    return number === 0 ? null : this.#texts[number - 1];
  }

  #numberOf(text: string): number {
    const known = this.#remembered.get(text);
    if (known !== undefined) return known;
    if (this.#remembered.size >= MAX_REMEMBERED_TEXTS) this.#remembered.clear();
    const number = this.#texts.push(text);
    this.#remembered.set(text, number);
    return number;
  }

  save(): SavedValues {
    return { arrays: [this.#numbers.save()], texts: [...this.#texts] };
  }

  restore({ arrays, texts = [] }: SavedValues): void {
    this.#numbers.restore(arrays[0]);
    for (const text of texts) this.#texts.push(text);
  }
}

/** A column of texts. */
export function createFilledTextColumn(): Column<string> {
  const column = new TextColumn();
  return {
    arrays: column.arrays,
    write: (row, text) => column.write(row, text),
    read: row => column.read(row) ?? '',
    save: () => column.save(),
    restore: saved => column.restore(saved),
  };
}

/** A column of texts of one line each in lists, which are mostly of one text. */
export function createLineListColumn(): Column<readonly string[]> {
  const column = new TextColumn();
  return {
    arrays: column.arrays,
    write: (row, lines) => column.write(row, lines.length === 0 ? null : lines.join('\n')),
    read: row => column.read(row)?.split('\n') ?? [],
    save: () => column.save(),
    restore: saved => column.restore(saved),
  };
}

/** A column of lists that are empty but for a few. */
export function createRareListColumn<Item>(): Column<readonly Item[]> {
  const rare = new Map<number, readonly Item[]>();
  const empty: readonly Item[] = [];
  return {
    arrays: [],
    write(row, list) {
      if (list.length > 0) rare.set(row, list);
    },
    read: row => rare.get(row) ?? empty,
    save: () => ({ arrays: [], rare: [...rare] }),
    restore(saved) {
      for (const [row, list] of saved.rare ?? []) rare.set(row, list as readonly Item[]);
    },
  };
}

/** A column for each field of a record. */
export type Columns<Fields> = { readonly [Name in keyof Fields]: Column<Fields[Name]> };

/** A column of records of some fields, or null. */
export function createRecordColumn<Fields extends object>(columns: Columns<Fields>): Column<Fields | null> {
  const fields = new Records<Fields>(columns);
  const present = new Growing(Uint8Array);
  return {
    arrays: [present, ...fields.arrays],
    write(row, record) {
      present.data[row] = record === null ? 0 : 1;
      if (record !== null) fields.write(row, record);
    },
    read: row => (present.data[row] === 0 ? null : fields.readInto({}, row)),
    save: () => ({ arrays: [present.save()], fields: fields.save() }),
    restore(saved) {
      present.restore(saved.arrays[0]);
      fields.restore(saved.fields ?? []);
    },
  };
}

/** Records by their fields' columns. */
export class Records<Fields extends object> {
  readonly #columns: readonly (readonly [name: keyof Fields, column: Column<Fields[keyof Fields]>])[];
  readonly arrays: readonly Growing<Numbers>[];

  constructor(columns: Columns<Fields>) {
    this.#columns = Object.entries(columns) as unknown as (readonly [
      keyof Fields,
      Column<Fields[keyof Fields]>,
    ])[];
    this.arrays = this.#columns.flatMap(([, { arrays }]) => arrays);
  }

  write(row: number, record: Fields): void {
    for (const [name, column] of this.#columns) column.write(row, record[name]);
  }

  /** Reads the fields into a record, in the order of their columns. @returns the record */
  readInto<Record extends object>(record: Record, row: number): Record & Fields {
    const filled = record as Record & { -readonly [Name in keyof Fields]: Fields[Name] };
    for (const [name, column] of this.#columns)
      filled[name] = column.read(row) as (typeof filled)[keyof Fields];
    return filled;
  }

  save(): readonly SavedValues[] {
    return this.#columns.map(([, column]) => column.save());
  }

  restore(saved: readonly SavedValues[]): void {
    for (const [i, [, column]] of this.#columns.entries()) column.restore(saved[i]);
  }
}
