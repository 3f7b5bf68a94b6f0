import type { Expression } from './program.ts';

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
      return expression.reverse === null ? expression.values : [...expression.values, expression.reverse];
    case 'method':
      return [expression.object, ...expression.values];
    case 'item':
      return [expression.object, expression.index];
    case 'slice':
      return [expression.object, ...expression.bounds.flatMap(bound => bound ?? [])];
  }
}
