import { getNameRead, listProgramExpressions } from './listSubexpressions.ts';
import type { Condition, Expression, Program } from './program.ts';
import type { Place } from './sourcePlace.ts';

/** A string of a program, with the beginning of its literal. */
interface ComparedString extends Place {
  readonly value: string;
}

/** The strings that a name is compared with: in `state == 'a'`, and in `state in ['a', 'b']`. */
export function findComparedStrings(program: Program | Condition, name: string): readonly ComparedString[] {
  const found: ComparedString[] = [];
  const strings = (expression: Expression): void => {
    if (expression.kind === 'list' || expression.kind === 'tuple') expression.items.forEach(strings);
    if (expression.kind === 'constant' && typeof expression.value === 'string')
      found.push({ value: expression.value, ...expression.at });
  };
  for (const expression of listProgramExpressions(program)) {
    if (expression.kind !== 'comparison') continue;
    const operands = [expression.first, ...expression.links.map(({ right }) => right)];
    for (const [position, operand] of operands.entries())
      if (operand !== null && getNameRead(operand) === name)
        for (const other of [operands[position - 1], operands[position + 1]]) if (other) strings(other);
  }
  return found;
}
