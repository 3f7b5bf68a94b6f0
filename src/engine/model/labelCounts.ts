/** A label with its values and the number of cases of each, the most frequent first. */
export interface LabelCounts {
  readonly label: string;
  /** The two values that are compared unless others are chosen; a label of one value has it twice. */
  readonly pair: readonly [a: string, b: string];
  readonly values: readonly { readonly value: string; readonly cases: number }[];
}
