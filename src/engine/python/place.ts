/** Both 1-based, in the given source; columns in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Problem extends Place {
  readonly message: string;
}
