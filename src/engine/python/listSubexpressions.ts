import type { Condition, Definition, Expression, Program, Statement, Target } from './program.ts';

/** The direct subexpressions of an expression. */
export function listSubexpressions(expression: Expression): readonly Expression[] {
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
    case 'ask':
      return [expression.artifact, ...expression.values, ...expression.named.map(({ value }) => value)];
    case 'lambda':
      return listDefinitionParts(expression.made, toExpressionList);
    case 'comprehension':
      return [
        ...expression.clauses.flatMap(({ target, source, tests }) => [
          source,
          ...listTargetKeys(target),
          ...tests,
        ]),
        ...toExpressionList(expression.key),
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
export const listNestedExpressions = (expression: Expression): readonly Expression[] => [
  expression,
  ...listSubexpressions(expression).flatMap(listNestedExpressions),
];

/** The name that an expression reads: a bare one, or a key of the context that is written out; null for any other. */
export function getNameRead(expression: Expression): string | null {
  if (expression.kind === 'name') return expression.name;
  return expression.kind === 'variable' || expression.kind === 'get' ? getContextKey(expression.key) : null;
}

/** A key of the context that is written out; null for one that is computed. */
export const getContextKey = (key: Expression): string | null =>
  key.kind === 'constant' && typeof key.value === 'string' ? key.value : null;

/** The values of a function's parameters, and what it consists of. */
const listDefinitionParts = <Body>(
  { parameters, body }: Definition<Body>,
  within: (body: Body) => readonly Expression[],
): readonly Expression[] => [
  ...parameters.flatMap(({ fallback }) => toExpressionList(fallback)),
  ...within(body),
];

const toExpressionList = (expression: Expression | null): readonly Expression[] =>
  expression === null ? [] : [expression];

const listTargetKeys = (target: Target): readonly Expression[] =>
  target.kind === 'targets'
    ? target.targets.flatMap(listTargetKeys)
    : target.kind === 'variable'
      ? [target.key]
      : [];

/** The expressions of statements and of the blocks within them, without those in targets. */
export const listBlockExpressions = (statements: readonly Statement[]): readonly Expression[] =>
  statements.flatMap(statement => {
    switch (statement.kind) {
      case 'if':
        return [
          ...statement.branches.flatMap(({ test, body }) => [test, ...listBlockExpressions(body)]),
          ...listBlockExpressions(statement.otherwise),
        ];
      case 'for':
        return [
          statement.source,
          ...listBlockExpressions(statement.body),
          ...listBlockExpressions(statement.otherwise),
        ];
      case 'while':
        return [
          statement.test,
          ...listBlockExpressions(statement.body),
          ...listBlockExpressions(statement.otherwise),
        ];
      case 'break':
      case 'continue':
      case 'delete':
        return [];
      case 'function':
        return listDefinitionParts(statement.made, listBlockExpressions);
      case 'raise':
        return statement.values;
      case 'try':
        return listTryBlocks(statement).flatMap(listBlockExpressions);
      case 'return':
        return toExpressionList(statement.value);
      default:
        return [statement.value];
    }
  });

/** All expressions of a program, each before those within it. */
export const listProgramExpressions = (program: Program | Condition): readonly Expression[] =>
  ('expression' in program ? [program.expression] : listBlockExpressions(program.body)).flatMap(
    listNestedExpressions,
  );

/** Names that statements give a value to, those of functions within them left out. */
export const listAssignedNames = (statements: readonly Statement[]): readonly string[] =>
  statements.flatMap(statement => {
    switch (statement.kind) {
      case 'assign':
        return statement.targets.flatMap(listTargetVariables);
      case 'update':
        return listTargetVariables(statement.target);
      case 'if':
        return [
          ...statement.branches.flatMap(({ body }) => listAssignedNames(body)),
          ...listAssignedNames(statement.otherwise),
        ];
      case 'for':
        return [
          ...listTargetVariables(statement.target),
          ...listAssignedNames(statement.body),
          ...listAssignedNames(statement.otherwise),
        ];
      case 'while':
        return [...listAssignedNames(statement.body), ...listAssignedNames(statement.otherwise)];
      case 'delete':
        return statement.targets.flatMap(listTargetVariables);
      case 'function':
        return [statement.name];
      case 'try':
        return [
          ...listTryBlocks(statement).flatMap(listAssignedNames),
          ...statement.handlers.flatMap(({ name }) => name ?? []),
        ];
      default:
        return [];
    }
  });

/** All blocks of a try. */
export const listTryBlocks = ({
  body,
  handlers,
  otherwise,
  last,
}: Extract<Statement, { kind: 'try' }>): readonly (readonly Statement[])[] => [
  body,
  ...handlers.map(handler => handler.body),
  otherwise,
  last,
];

/** Names that a target gives a value to. */
export const listTargetVariables = (target: Target): readonly string[] =>
  target.kind === 'targets'
    ? target.targets.flatMap(listTargetVariables)
    : target.kind === 'name'
      ? [target.name]
      : [];
