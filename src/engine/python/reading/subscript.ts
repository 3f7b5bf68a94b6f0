import type { SyntaxNode } from '@lezer/common';
import type { Expression } from '../program.ts';
import type { Reader } from './reader.ts';
import { refuse } from './refusal.ts';
import { partsOf } from './tree.ts';
import { foreign } from './words.ts';

/** Whether a node is the bare name `context`. */
export const isContext = (reader: Reader, node: SyntaxNode): boolean =>
  node.name === 'VariableName' && reader.text(node) === 'context';

/** `object[index]`, `object[start:stop:step]` or `context[key]`; attributes are refused except in calls. */
export function memberOf(reader: Reader, node: SyntaxNode): Expression {
  const [object, opening, ...rest] = partsOf(node);
  if (object.name === 'Number' && opening.name === '.')
    return refuse(object.from, 'a number ends with a point; write a digit after it');
  if (opening.name === '.')
    return refuse(node.from, foreign(`the attribute ${reader.name(rest[0]).slice(0, 40)}`));
  const inside = rest.slice(0, -1);
  const at = reader.place(node);
  if (isContext(reader, object)) return { kind: 'variable', at, key: only(reader, node, inside) };
  const read = reader.expression(object);
  if (!inside.some(({ name }) => name === ':'))
    return { kind: 'item', at, object: read, index: only(reader, node, inside) };
  return { kind: 'slice', at, object: read, bounds: boundsOf(reader, inside) };
}

function only(reader: Reader, node: SyntaxNode, inside: readonly SyntaxNode[]): Expression {
  if (inside.length > 1) return reader.foreign(inside[1]);
  return inside.length === 1 ? reader.expression(inside[0]) : refuse(node.from, 'these brackets are empty');
}

type Bounds = [Expression | null, Expression | null, Expression | null];

function boundsOf(reader: Reader, inside: readonly SyntaxNode[]): Bounds {
  const bounds: Bounds = [null, null, null];
  let at = 0;
  for (const part of inside)
    if (part.name === ':') at += 1;
    else if (part.name === ',') return reader.foreign(part);
    else bounds[at] = reader.expression(part);
  return bounds;
}
