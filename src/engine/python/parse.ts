import type { SyntaxNode } from '@lezer/common';
import { listAssignedNames } from './assigned.ts';
import { LIMITS } from './limits.ts';
import { BoundNames, Sure } from './names.ts';
import type { Problem } from './place.ts';
import type { Condition, Parsed, Program } from './program.ts';
import { createExpressionReader } from './reading/readings.ts';
import { Refusal, refuseSource, Source } from './reading/refusal.ts';
import { StatementReader } from './reading/statement.ts';
import { listNodeParts, parseSyntaxTree } from './reading/tree.ts';

/** Most problems reported for one source. */
const MOST_PROBLEMS = 20;

/** Reads a code step: statements in this language's subset of Python. */
export function parseCodeStep(source: string): Parsed<Program> {
  return parseGuarded(source, LIMITS.code, read => {
    const reader = createExpressionReader(read);
    const statements = new StatementReader(reader);
    const body = statements.block(listNodeParts(parseSyntaxTree(read)), '');
    const refusals = [...statements.refusals, ...reader.misused];
    if (refusals.length > 0) return createRefusedResult(read, refusals);
    const names = new BoundNames(listAssignedNames(body));
    names.statements(body, new Sure());
    return {
      kind: 'parsed',
      program: { body, reads: [...names.reads.values()], sets: [...names.sets], isPlain: reader.isPlain },
    };
  });
}

/** Reads a condition: one expression, for instance `balance > 10 and not done`. */
export function parseConditionSource(source: string): Parsed<Condition> {
  return parseGuarded(source, LIMITS.condition, read => {
    const reader = createExpressionReader(read, true);
    const expression = reader.expression(requireOneExpression(read));
    if (reader.misused.length > 0) return createRefusedResult(read, reader.misused);
    const names = new BoundNames();
    names.expression(expression, new Sure());
    return { kind: 'parsed', program: { expression, reads: [...names.reads.values()] } };
  });
}

function requireOneExpression(source: Source): SyntaxNode {
  const [statement, second] = listNodeParts(parseSyntaxTree(source));
  if (statement === undefined) return refuseSource(0, 'a condition is missing');
  const [expression, rest] = listNodeParts(statement);
  if (second !== undefined || statement.name !== 'ExpressionStatement' || rest !== undefined)
    return refuseSource((second ?? rest ?? statement).from, 'a condition is one expression and nothing else');
  const { line, column } = source.place(expression.from);
  // Python strips white space before a condition, but not on a later line.
  if (line > 1 && column > 1) return refuseSource(expression.from, 'this line is indented');
  return expression;
}

function parseGuarded<T>(text: string, most: number, read: (source: Source) => Parsed<T>): Parsed<T> {
  if (text.length > most) {
    const message = `${text.length} characters of source; at most ${most} are read`;
    return { kind: 'refused', problems: [{ line: 1, column: 1, message }] };
  }
  const source = new Source(text.replaceAll('\r\n', '\n'));
  try {
    return read(source);
  } catch (error) {
    if (error instanceof Refusal) return createRefusedResult(source, [error]);
    throw error;
  }
}

function createRefusedResult(
  source: Source,
  refusals: readonly Refusal[],
): { kind: 'refused'; problems: readonly Problem[] } {
  const inOrder = [...refusals].sort((one, other) => one.offset - other.offset).slice(0, MOST_PROBLEMS);
  return { kind: 'refused', problems: inOrder.map(refusal => source.problem(refusal)) };
}
