import type { SyntaxNode } from '@lezer/common';
import type { Clause, Expression, SingleTarget, Target } from '../program.ts';
import type { ExpressionReader } from './expressionReader.ts';
import { listNodeParts, readOwnName } from './function.ts';
import { describeUnsupported } from './pythonWords.ts';
import { refuseSource } from './refusal.ts';

/** `[value for …]` or `{key: value for …}`. */
export function readComprehension(
  reader: ExpressionReader,
  node: SyntaxNode,
  form: 'list' | 'dict',
): Expression {
  const inside = listNodeParts(node).slice(1, -1);
  const isDict = form === 'dict';
  return {
    kind: 'comprehension',
    at: reader.place(node),
    form,
    key: isDict ? reader.expression(inside[0]) : null,
    value: reader.expression(inside[isDict ? 2 : 0]),
    clauses: readForClauses(reader, inside.slice(isDict ? 3 : 1)),
  };
}

/** `value for …` as the only argument of a call; its brackets are the call's. */
export function readGenerator(reader: ExpressionReader, inside: readonly SyntaxNode[]): Expression {
  return reader.within(inside[0], () => ({
    kind: 'comprehension',
    at: reader.place(inside[0]),
    form: 'generator',
    key: null,
    value: reader.expression(inside[0]),
    clauses: readForClauses(reader, inside.slice(1)),
  }));
}

function readForClauses(reader: ExpressionReader, parts: readonly SyntaxNode[]): readonly Clause[] {
  const clauses: Clause[] = [];
  for (let at = 0; at < parts.length; ) {
    const word = parts[at];
    if (word.name !== 'for')
      refuseSource(word.from, word.name === 'async' ? describeUnsupported('async') : UNCLEAR);
    const into = parts.findIndex(({ name }, place) => place > at && name === 'in');
    const source = parts[into + 1];
    if (into < 0 || source === undefined) refuseSource(word.from, UNCLEAR);
    const tests: Expression[] = [];
    const target = readAssignmentTarget(reader, parts.slice(at + 1, into), true);
    const read = reader.iterable(requirePlainNode(source));
    for (at = into + 2; parts[at]?.name === 'if'; at += 2) {
      if (parts[at + 1] === undefined) refuseSource(parts[at].from, UNCLEAR);
      tests.push(reader.expression(requirePlainNode(parts[at + 1])));
    }
    clauses.push({ target, source: read, tests });
  }
  return clauses;
}

/** Refuses `a if b else c` and a lambda, which need parentheses here. */
function requirePlainNode(node: SyntaxNode): SyntaxNode {
  return node.name === 'ConditionalExpression' || node.name === 'LambdaExpression'
    ? refuseSource(node.from, UNCLEAR)
    : node;
}

const UNCLEAR = 'this part of a comprehension is not clear; put parentheses around its values';

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
    if (member.kind === 'variable') {
      reader.setVariable(node);
      return member;
    }
    if (member.kind !== 'item') return refuseSource(node.from, describeUnsupported('setting a slice'));
    reader.change(node);
    return member;
  }
  if (node.name !== 'VariableName')
    return refuseSource(node.from, 'only a name, a variable of the context or an item can be set');
  return { kind: 'name', at: reader.place(node), name: readOwnName(reader, node) };
}
