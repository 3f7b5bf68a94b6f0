import type { SyntaxNode } from '@lezer/common';
import type { Expression } from '../program.ts';
import type { ExpressionReader } from './expressionReader.ts';
import { listNodeParts } from './parseSyntaxTree.ts';
import { refuseSource } from './refusal.ts';

/** Elements between the brackets of a node, separated by commas; a trailing comma is allowed. */
export function readDisplayItems(
  reader: ExpressionReader,
  node: SyntaxNode,
  what: string,
): readonly Expression[] {
  const inside = listNodeParts(node).slice(1, -1);
  return inside.flatMap((part, at) => {
    if (at % 2 === 0) return [reader.expression(part)];
    if (part.name === ',') return [];
    return refuseMisplacedPart(reader, part, what);
  });
}

/** Refuses something in place of a comma. */
export function refuseMisplacedPart(reader: ExpressionReader, part: SyntaxNode, what: string): never {
  const known = part.name === 'for' || part.name === 'AssignOp';
  return known ? reader.foreign(part) : refuseSource(part.from, `this ${what} lacks a comma`);
}

/** A dict as it is written. @throws Refusal for a key without a value */
export function readDictDisplay(reader: ExpressionReader, node: SyntaxNode): Expression {
  const inside = listNodeParts(node).slice(1, -1);
  const pairs: [Expression, Expression][] = [];
  for (let at = 0; at < inside.length; at += 4) {
    const [key, colon, value, comma] = inside.slice(at, at + 4);
    if (key.name === '**') return reader.foreign(key);
    if (colon?.name !== ':' || value === undefined) return refuseSource(key.from, 'this key has no value');
    if (comma !== undefined && comma.name !== ',') return refuseMisplacedPart(reader, comma, 'dict');
    pairs.push([reader.expression(key), reader.expression(value)]);
  }
  return { kind: 'dict', at: reader.place(node), pairs };
}
