import type { SyntaxNode } from '@lezer/common';
import type { Arithmetic, Expression, Statement } from '../program.ts';
import { describeUnsupported } from './createWordSet.ts';
import type { Reader } from './reader.ts';
import { refuseSource } from './refusal.ts';
import { readAssignmentTarget, readSingleTarget } from './target.ts';
import { listNodeParts } from './tree.ts';

/** One expression, and nothing else. */
export function readSingleExpression(reader: Reader, parts: readonly SyntaxNode[]): Expression {
  if (parts.length === 0) return refuseSource(0, 'an expression is missing');
  const value = reader.expression(parts[0]);
  return parts.length === 1 ? value : reader.foreign(parts[1]);
}

/** One expression, or several with commas between them: a tuple. */
export function readExpressionList(reader: Reader, parts: readonly SyntaxNode[]): Expression {
  if (parts.length < 2) return readSingleExpression(reader, parts);
  const items = parts.flatMap((part, at) => {
    if (at % 2 === 0) return [reader.expression(part)];
    return part.name === ',' ? [] : reader.foreign(part);
  });
  return { kind: 'tuple', at: reader.place(parts[0]), items };
}

/** `target = target = value` */
export function readAssignment(reader: Reader, node: SyntaxNode): Statement {
  const sides: SyntaxNode[][] = [[]];
  for (const part of listNodeParts(node))
    if (part.name === 'AssignOp') sides.push([]);
    else sides[sides.length - 1].push(part);
  const typed = sides[0].find(({ name }) => name === 'TypeDef');
  if (typed !== undefined) return reader.foreign(typed);
  return {
    kind: 'assign',
    at: reader.place(node),
    targets: sides.slice(0, -1).map(side => readAssignmentTarget(reader, side)),
    value: readExpressionList(reader, sides[sides.length - 1]),
  };
}

/** `target += value` and the like. */
export function readAugmentedAssignment(reader: Reader, node: SyntaxNode): Statement {
  const parts = listNodeParts(node);
  const at = parts.findIndex(({ name }) => name === 'UpdateOp');
  const operator = reader.text(parts[at]).slice(0, -1);
  if (at !== 1) refuseSource(node.from, 'only one name can be updated at once');
  if (!UPDATES.has(operator)) return refuseSource(parts[at].from, describeUnsupported(`${operator}=`));
  const target = readSingleTarget(reader, parts[0]);
  const value = readExpressionList(reader, parts.slice(at + 1));
  const isCount = value.kind === 'constant' && typeof value.value !== 'string';
  // A list may be what is updated.
  if (operator === '*' || (operator === '+' && !isCount)) reader.change(node);
  return { kind: 'update', at: reader.place(node), target, operator: operator as Arithmetic, value };
}

const UPDATES: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//', '%']);
