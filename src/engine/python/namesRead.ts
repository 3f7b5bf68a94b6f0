import type { Condition, Program } from './program.ts';
import { expressionsOf, nameOf } from './subexpressions.ts';

/** Names of the context that a program may read, once each: its own reads, then those in `context.get('name')`. */
export function namesRead(program: Program | Condition): readonly string[] {
  const asked = expressionsOf(program)
    .filter(({ kind }) => kind === 'get')
    .flatMap(expression => nameOf(expression) ?? []);
  return [...new Set([...program.reads.map(({ name }) => name), ...asked])];
}
