/** One fact about every agent: a value each, null if there is none. */
export interface NodeFacts {
  readonly name: string;
  readonly values: readonly (string | number | boolean | null)[];
}
