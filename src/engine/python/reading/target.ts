import type { SyntaxNode } from '@lezer/common';
import type { SingleTarget, Target } from '../program.ts';
import { ownName } from './function.ts';
import type { Reader } from './reader.ts';
import { refuse } from './refusal.ts';
import { partsOf } from './tree.ts';
import { foreign } from './words.ts';

/**
 * What stands before `=` or after `for`: one target, or several with commas between them.
 * @param isLocal whether only names are allowed, as in a comprehension
 */
export function targetOf(reader: Reader, parts: readonly SyntaxNode[], isLocal = false): Target {
  const [first] = parts;
  if (parts.length === 1) return oneOf(reader, first, isLocal);
  return severalOf(reader, first, parts, isLocal);
}

function oneOf(reader: Reader, node: SyntaxNode, isLocal: boolean): Target {
  if (node.name === 'TupleExpression' || node.name === 'ArrayExpression')
    return reader.within(node, () => severalOf(reader, node, partsOf(node).slice(1, -1), isLocal));
  const target = singleTargetOf(reader, node);
  if (isLocal && target.kind !== 'name') refuse(node.from, 'a comprehension sets only names of its own');
  return target;
}

function severalOf(reader: Reader, node: SyntaxNode, parts: readonly SyntaxNode[], isLocal: boolean): Target {
  if (parts.length === 0) refuse(node.from, 'nothing is set here');
  const targets = parts.flatMap((part, at) => {
    if (at % 2 === 0) return [oneOf(reader, part, isLocal)];
    return part.name === ',' ? [] : refuse(part.from, 'a comma is missing here');
  });
  return { kind: 'targets', at: reader.place(node), targets };
}

/** A name, a variable of the context or an item. @throws Refusal for anything else */
export function singleTargetOf(reader: Reader, node: SyntaxNode): SingleTarget {
  if (node.name === '*') return reader.foreign(node);
  if (node.name === 'MemberExpression') {
    const member = reader.expression(node);
    if (member.kind === 'variable') return member;
    if (member.kind !== 'item') return refuse(node.from, foreign('setting a slice'));
    reader.change(node);
    return member;
  }
  if (node.name !== 'VariableName')
    return refuse(node.from, 'only a name, a variable of the context or an item can be set');
  return { kind: 'name', at: reader.place(node), name: ownName(reader, node) };
}
