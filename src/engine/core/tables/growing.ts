/** A column as plain data: typed in memory, a list once it was written as JSON. */
export type SavedColumn = ArrayLike<number>;

/** A typed array of a column. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array;

/** A typed array that grows by doubling. */
export class Growing<A extends Numbers> {
  data: A;
  length = 0;
  readonly #make: new (
    length: number,
  ) => A;

  constructor(make: new (length: number) => A, capacity = 64) {
    this.#make = make;
    this.data = new make(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(this.length + 1);
    this.data[this.length++] = value;
  }

  /** Makes room for `length` values in all. */
  reserve(length: number): void {
    if (length <= this.data.length) return;
    const wider = new this.#make(Math.max(length, this.data.length * 2));
    wider.set(this.data);
    this.data = wider;
  }

  /** A copy of the values so far; `restore` takes them back. */
  save(): A {
    return this.data.slice(0, this.length) as A;
  }

  restore(values: SavedColumn): void {
    this.reserve(values.length);
    this.data.set(values);
    this.length = values.length;
  }

  /** The values so far, without a copy; void after the next push. */
  view(): A {
    return this.data.subarray(0, this.length) as A;
  }
}

/**
 * Makes room for one more row of columns that are of equal length. Its values are then written where they come from: a
 * shared `push` would meet every kind of array, which is ten times slower.
 * @returns the row
 */
export function addRow(columns: readonly Growing<Numbers>[]): number {
  const row = columns[0].length;
  if (row === columns[0].data.length) for (const column of columns) column.reserve(row + 1);
  for (const column of columns) column.length = row + 1;
  return row;
}
