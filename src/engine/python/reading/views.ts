import type { Expression } from '../program.ts';

const FUNCTIONS: ReadonlySet<string> = new Set(['enumerate', 'range', 'reversed', 'zip']);
const METHODS: ReadonlySet<string> = new Set(['items', 'keys', 'values']);

/**
 * Whether Python's value is neither a list nor any other value of this language: it can be gone through, and
 * that is all that is done with it.
 */
export const isViewExpression = (
  expression: Expression,
): expression is Extract<Expression, { kind: 'call' | 'method' }> =>
  (expression.kind === 'call' && FUNCTIONS.has(expression.name)) ||
  (expression.kind === 'method' && METHODS.has(expression.name));
