/** Beginnings of mistakes in a transition or a parameter, each with the field that it is about. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^unknown target |^targets /, 'target'],
  [/^unknown source |^leads out of /, 'source'],
  [/^rate is |^has a rate and events/, 'rate'],
  [/^spreads from /, 'per'],
  [/^weight is /, 'weight'],
  [/^value is /, 'value'],
  [/^step is /, 'step'],
  [/^its range is /, 'min'],
  [/^its name needs |^is declared twice/, 'name'],
  [/^“.*” is not an expression/, 'cond'],
];

/** The field that a mistake in a transition or a parameter is about, as charts call it; null for another mistake. */
export const findMistakenField = (message: string): string | null =>
  FIELDS.find(([pattern]) => pattern.test(message))?.[1] ?? null;
