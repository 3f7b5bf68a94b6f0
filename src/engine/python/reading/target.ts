import type { SyntaxNode } from '@lezer/common';
import type { SingleTarget, Target } from '../program.ts';
import type { ExpressionReader } from './expressionReader.ts';
import { readOwnName } from './function.ts';
import { listNodeParts } from './parseSyntaxTree.ts';
import { describeUnsupported } from './pythonWords.ts';
import { refuseSource } from './refusal.ts';

/**
 * Target before `=` or after `for`: one, or several with commas between them.
 * @param isLocal true if only names are allowed, as in a comprehension
 */
export function readAssignmentTarget(
  reader: ExpressionReader,
  parts: readonly SyntaxNode[],
  isLocal = false,
): Target {
  const [first] = parts;
  if (parts.length === 1) return readOneTarget(reader, first, isLocal);
  return readTargetTuple(reader, first, parts, isLocal);
}

function readOneTarget(reader: ExpressionReader, node: SyntaxNode, isLocal: boolean): Target {
  if (node.name === 'TupleExpression' || node.name === 'ArrayExpression')
    return reader.within(node, () =>
      readTargetTuple(reader, node, listNodeParts(node).slice(1, -1), isLocal),
    );
  const target = readSingleTarget(reader, node);
  if (isLocal && target.kind !== 'name')
    refuseSource(node.from, 'a comprehension sets only names of its own');
  return target;
}

function readTargetTuple(
  reader: ExpressionReader,
  node: SyntaxNode,
  parts: readonly SyntaxNode[],
  isLocal: boolean,
): Target {
  if (parts.length === 0) refuseSource(node.from, 'nothing is set here');
  const targets = parts.flatMap((part, at) => {
    if (at % 2 === 0) return [readOneTarget(reader, part, isLocal)];
    return part.name === ',' ? [] : refuseSource(part.from, 'a comma is missing here');
  });
  return { kind: 'targets', at: reader.place(node), targets };
}

/** A name, a variable of the context or an item. @throws Refusal for anything else */
export function readSingleTarget(reader: ExpressionReader, node: SyntaxNode): SingleTarget {
  if (node.name === '*') return reader.foreign(node);
  if (node.name === 'MemberExpression') {
    const member = reader.expression(node);
    if (member.kind === 'variable') return member;
    if (member.kind !== 'item') return refuseSource(node.from, describeUnsupported('setting a slice'));
    reader.change(node);
    return member;
  }
  if (node.name !== 'VariableName')
    return refuseSource(node.from, 'only a name, a variable of the context or an item can be set');
  return { kind: 'name', at: reader.place(node), name: readOwnName(reader, node) };
}
