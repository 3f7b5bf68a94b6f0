import type { Expression } from '../program.ts';

const FUNCTIONS: ReadonlySet<string> = new Set(['enumerate', 'range', 'reversed', 'zip']);
const METHODS: ReadonlySet<string> = new Set(['items', 'keys', 'values']);

/** True if Python's value is a view, outside of this language: it can be iterated, and no more. */
export const isViewExpression = (
  expression: Expression,
): expression is Extract<Expression, { kind: 'call' | 'method' }> =>
  (expression.kind === 'call' && FUNCTIONS.has(expression.name)) ||
  (expression.kind === 'method' && METHODS.has(expression.name));
