import type { SyntaxNode } from '@lezer/common';
import type { Expression } from '../program.ts';
import type { ExpressionReader } from './expressionReader.ts';
import { listNodeParts } from './parseSyntaxTree.ts';
import { describeUnsupported } from './pythonWords.ts';
import { refuseSource } from './refusal.ts';

/** True if a node is the bare name `context`. */
export const isContextNode = (reader: ExpressionReader, node: SyntaxNode): boolean =>
  node.name === 'VariableName' && reader.text(node) === 'context';

/** `object[index]`, `object[start:stop:step]` or `context[key]`; attributes are refused except in calls. */
export function readMemberAccess(reader: ExpressionReader, node: SyntaxNode): Expression {
  const [object, opening, ...rest] = listNodeParts(node);
  if (object.name === 'Number' && opening.name === '.')
    return refuseSource(object.from, 'a number ends with a point; write a digit after it');
  if (opening.name === '.')
    return refuseSource(node.from, describeUnsupported(`the attribute ${reader.name(rest[0]).slice(0, 40)}`));
  const inside = rest.slice(0, -1);
  const at = reader.place(node);
  if (isContextNode(reader, object))
    return { kind: 'variable', at, key: readSingleSubscript(reader, node, inside) };
  const read = reader.expression(object);
  if (!inside.some(({ name }) => name === ':'))
    return { kind: 'item', at, object: read, index: readSingleSubscript(reader, node, inside) };
  return { kind: 'slice', at, object: read, bounds: readSliceBounds(reader, inside) };
}

function readSingleSubscript(
  reader: ExpressionReader,
  node: SyntaxNode,
  inside: readonly SyntaxNode[],
): Expression {
  if (inside.length > 1) return reader.foreign(inside[1]);
  return inside.length === 1
    ? reader.expression(inside[0])
    : refuseSource(node.from, 'these brackets are empty');
}

type Bounds = [Expression | null, Expression | null, Expression | null];

function readSliceBounds(reader: ExpressionReader, inside: readonly SyntaxNode[]): Bounds {
  const bounds: Bounds = [null, null, null];
  let at = 0;
  for (const part of inside)
    if (part.name === ':') at += 1;
    else if (part.name === ',') return reader.foreign(part);
    else bounds[at] = reader.expression(part);
  return bounds;
}
