/** One thing that is told of every agent: a value each, null where there is none. */
export interface NodeFacts {
  readonly name: string;
  readonly values: readonly (string | number | boolean | null)[];
}
