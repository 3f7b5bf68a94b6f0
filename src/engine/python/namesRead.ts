import type { Condition, Expression, Program } from './program.ts';
import { expressionsIn, subexpressions } from './subexpressions.ts';

/** Names of the context that a program may read, once each: its own reads, then those in `context.get('name')`. */
export function namesRead(program: Program | Condition): readonly string[] {
  const names = new Set(program.reads.map(({ name }) => name));
  const look = (expression: Expression): void => {
    if (expression.kind === 'get' && expression.key.kind === 'constant') {
      const { value } = expression.key;
      if (typeof value === 'string') names.add(value);
    }
    subexpressions(expression).forEach(look);
  };
  if ('expression' in program) look(program.expression);
  else for (const expression of expressionsIn(program.body)) look(expression);
  return [...names];
}
