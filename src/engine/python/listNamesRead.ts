import { getNameRead, listProgramExpressions } from './listSubexpressions.ts';
import type { Condition, Program } from './program.ts';

/** Names of the context that a program may read, once each: its own reads, then those in `context.get('name')`. */
export function listNamesRead(program: Program | Condition): readonly string[] {
  const asked = listProgramExpressions(program)
    .filter(({ kind }) => kind === 'get')
    .flatMap(expression => getNameRead(expression) ?? []);
  return [...new Set([...program.reads.map(({ name }) => name), ...asked])];
}
