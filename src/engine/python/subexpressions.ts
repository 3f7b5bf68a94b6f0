import { blocksOf } from './assigned.ts';
import type { Condition, Definition, Expression, Program, Statement, Target } from './program.ts';

/** The direct subexpressions of an expression. */
export function subexpressions(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'constant':
    case 'name':
      return [];
    case 'variable':
      return [expression.key];
    case 'get':
      return expression.fallback === null ? [expression.key] : [expression.key, expression.fallback];
    case 'list':
    case 'tuple':
      return expression.items;
    case 'dict':
      return expression.pairs.flat();
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'and':
    case 'or':
      return expression.operands;
    case 'comparison':
      return [expression.first, ...expression.links.flatMap(({ right }) => right ?? [])];
    case 'conditional':
      return [expression.test, expression.value, expression.otherwise];
    case 'call':
      return [...expression.values, ...expression.named.map(({ value }) => value)];
    case 'invoke':
      return [expression.callee, ...expression.values, ...expression.named.map(({ value }) => value)];
    case 'lambda':
      return partsOf(expression.made, present);
    case 'comprehension':
      return [
        ...expression.clauses.flatMap(({ target, source, tests }) => [source, ...keysOf(target), ...tests]),
        ...present(expression.key),
        expression.value,
      ];
    case 'format':
      return expression.parts.flatMap(part => (typeof part === 'string' ? [] : part.value));
    case 'method':
      return [expression.object, ...expression.values, ...expression.named.map(({ value }) => value)];
    case 'item':
      return [expression.object, expression.index];
    case 'slice':
      return [expression.object, ...expression.bounds.flatMap(bound => bound ?? [])];
  }
}

/** An expression, and all within it, each before its own. */
export const within = (expression: Expression): readonly Expression[] => [
  expression,
  ...subexpressions(expression).flatMap(within),
];

/** The name that an expression reads: a bare one, or a key of the context that is written out; null for any other. */
export function nameOf(expression: Expression): string | null {
  if (expression.kind === 'name') return expression.name;
  return expression.kind === 'variable' || expression.kind === 'get' ? keyOf(expression.key) : null;
}

/** A key of the context that is written out; null for one that is computed. */
export const keyOf = (key: Expression): string | null =>
  key.kind === 'constant' && typeof key.value === 'string' ? key.value : null;

/** The values of a function's parameters, and what it consists of. */
const partsOf = <Body>(
  { parameters, body }: Definition<Body>,
  within: (body: Body) => readonly Expression[],
): readonly Expression[] => [...parameters.flatMap(({ fallback }) => present(fallback)), ...within(body)];

const present = (expression: Expression | null): readonly Expression[] =>
  expression === null ? [] : [expression];

const keysOf = (target: Target): readonly Expression[] =>
  target.kind === 'targets' ? target.targets.flatMap(keysOf) : target.kind === 'variable' ? [target.key] : [];

/** The expressions of statements and of the blocks within them, without those in targets. */
export const expressionsIn = (statements: readonly Statement[]): readonly Expression[] =>
  statements.flatMap(statement => {
    switch (statement.kind) {
      case 'if':
        return [
          ...statement.branches.flatMap(({ test, body }) => [test, ...expressionsIn(body)]),
          ...expressionsIn(statement.otherwise),
        ];
      case 'for':
        return [statement.source, ...expressionsIn(statement.body), ...expressionsIn(statement.otherwise)];
      case 'while':
        return [statement.test, ...expressionsIn(statement.body), ...expressionsIn(statement.otherwise)];
      case 'break':
      case 'continue':
      case 'delete':
        return [];
      case 'function':
        return partsOf(statement.made, expressionsIn);
      case 'raise':
        return statement.values;
      case 'try':
        return blocksOf(statement).flatMap(expressionsIn);
      case 'return':
        return present(statement.value);
      default:
        return [statement.value];
    }
  });

/** All expressions of a program, each before those within it. */
export const expressionsOf = (program: Program | Condition): readonly Expression[] =>
  ('expression' in program ? [program.expression] : expressionsIn(program.body)).flatMap(within);
