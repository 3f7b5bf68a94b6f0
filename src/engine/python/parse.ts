import type { SyntaxNode } from '@lezer/common';
import { assignedIn } from './assigned.ts';
import { LIMITS } from './limits.ts';
import { BoundNames, Sure } from './names.ts';
import type { Problem } from './place.ts';
import type { Condition, Parsed, Program } from './program.ts';
import { readerOf } from './reading/readings.ts';
import { Refusal, refuse, Source } from './reading/refusal.ts';
import { StatementReader } from './reading/statement.ts';
import { partsOf, treeOf } from './reading/tree.ts';

/** Most problems reported for one source. */
const MOST_PROBLEMS = 20;

/** Reads a code step: statements in this language's subset of Python. */
export function parseCode(source: string): Parsed<Program> {
  return guarded(source, LIMITS.code, read => {
    const reader = readerOf(read);
    const statements = new StatementReader(reader);
    const body = statements.block(partsOf(treeOf(read)), '');
    const refusals = [...statements.refusals, ...reader.misused];
    if (refusals.length > 0) return refusedFor(read, refusals);
    const names = new BoundNames(assignedIn(body));
    names.statements(body, new Sure());
    return {
      kind: 'parsed',
      program: { body, reads: [...names.reads.values()], sets: [...names.sets], isPlain: reader.isPlain },
    };
  });
}

/** Reads a condition: one expression, for instance `balance > 10 and not done`. */
export function parseCondition(source: string): Parsed<Condition> {
  return guarded(source, LIMITS.condition, read => {
    const reader = readerOf(read, true);
    const expression = reader.expression(onlyExpression(read));
    if (reader.misused.length > 0) return refusedFor(read, reader.misused);
    const names = new BoundNames();
    names.expression(expression, new Sure());
    return { kind: 'parsed', program: { expression, reads: [...names.reads.values()] } };
  });
}

function onlyExpression(source: Source): SyntaxNode {
  const [statement, second] = partsOf(treeOf(source));
  if (statement === undefined) return refuse(0, 'a condition is missing');
  const [expression, rest] = partsOf(statement);
  if (second !== undefined || statement.name !== 'ExpressionStatement' || rest !== undefined)
    return refuse((second ?? rest ?? statement).from, 'a condition is one expression and nothing else');
  const { line, column } = source.place(expression.from);
  // Python strips white space before a condition, but not on a later line.
  if (line > 1 && column > 1) return refuse(expression.from, 'this line is indented');
  return expression;
}

function guarded<T>(text: string, most: number, read: (source: Source) => Parsed<T>): Parsed<T> {
  if (text.length > most) {
    const message = `${text.length} characters of source; at most ${most} are read`;
    return { kind: 'refused', problems: [{ line: 1, column: 1, message }] };
  }
  const source = new Source(text.replaceAll('\r\n', '\n'));
  try {
    return read(source);
  } catch (error) {
    if (error instanceof Refusal) return refusedFor(source, [error]);
    throw error;
  }
}

function refusedFor(
  source: Source,
  refusals: readonly Refusal[],
): { kind: 'refused'; problems: readonly Problem[] } {
  const inOrder = [...refusals].sort((one, other) => one.offset - other.offset).slice(0, MOST_PROBLEMS);
  return { kind: 'refused', problems: inOrder.map(refusal => source.problem(refusal)) };
}
