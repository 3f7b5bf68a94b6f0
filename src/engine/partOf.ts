/**
 * What generic code has passed on without knowing it, as its model knows it; null where it is another model's.
 * @param kind name of the model
 */
export const partOf = <Part extends { readonly kind: string }>(
  kind: Part['kind'],
  part: { readonly kind: string } | undefined,
): Part | null => (part?.kind === kind ? (part as Part) : null);
