/**
 * A model's part of the data that generic code passes on without understanding it; null if it is another model's.
 * @param kind name of the model
 */
export const selectAgentModelPart = <Part extends { readonly kind: string }>(
  kind: Part['kind'],
  part: { readonly kind: string } | undefined,
): Part | null => (part?.kind === kind ? (part as Part) : null);
