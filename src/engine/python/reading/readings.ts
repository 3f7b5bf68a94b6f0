import type { SyntaxNode } from '@lezer/common';
import type { Expression } from '../program.ts';
import { readCallExpression } from './call.ts';
import { readComprehension } from './comprehension.ts';
import { FUNCTIONS } from './createWordSet.ts';
import { readDictDisplay, readDisplayItems } from './display.ts';
import { readFormatString } from './format.ts';
import { readLambda } from './function.ts';
import { readArithmetic, readLogicExpression } from './operation.ts';
import { Reader, type Readings } from './reader.ts';
import { refuseSource, type Source } from './refusal.ts';
import { readMemberAccess } from './subscript.ts';
import { listNodeParts } from './tree.ts';

/** The white list: allowed expressions, by the grammar's name. */
const READINGS: Readings = {
  ArrayComprehensionExpression: (reader, node) => readComprehension(reader, node, 'list'),
  ArrayExpression: (reader, node) => ({
    kind: 'list',
    at: reader.place(node),
    items: readDisplayItems(reader, node, 'list'),
  }),
  BinaryExpression: (reader, node) => readArithmetic(reader, node) ?? readLogicExpression(reader, node),
  Boolean: (reader, node) => createConstant(reader, node, reader.text(node) === 'True'),
  CallExpression: readCallExpression,
  ConditionalExpression: readConditional,
  ContinuedString: (reader, node) => {
    const strings = listNodeParts(node);
    if (strings.some(({ name }) => name === 'FormatString')) return readFormatString(reader, node, strings);
    return createConstant(reader, node, strings.map(part => reader.string(part)).join(''));
  },
  DictionaryComprehensionExpression: (reader, node) => readComprehension(reader, node, 'dict'),
  DictionaryExpression: readDictDisplay,
  FormatString: (reader, node) => readFormatString(reader, node, [node]),
  LambdaExpression: (reader, node) => {
    reader.change(node, 'a condition makes no function but the key of sorted, min or max');
    return readLambda(reader, node);
  },
  MemberExpression: readMemberAccess,
  None: (reader, node) => createConstant(reader, node, null),
  Number: (reader, node) => createConstant(reader, node, reader.number(node)),
  ParenthesizedExpression: (reader, node) => {
    const items = readDisplayItems(reader, node, 'parenthesis');
    return items.length === 1 ? items[0] : refuseSource(node.from, 'these parentheses hold no expression');
  },
  String: (reader, node) => createConstant(reader, node, reader.string(node)),
  TupleExpression: (reader, node) => ({
    kind: 'tuple',
    at: reader.place(node),
    items: readDisplayItems(reader, node, 'tuple'),
  }),
  UnaryExpression: (reader, node) => readArithmetic(reader, node) ?? readLogicExpression(reader, node),
  VariableName: readNameExpression,
};

/** Reads the expressions of one source. */
export const createExpressionReader = (source: Source, isCondition = false): Reader =>
  new Reader(source, READINGS, isCondition);

const createConstant = (
  reader: Reader,
  node: SyntaxNode,
  value: null | boolean | bigint | number | string,
): Expression => ({
  kind: 'constant',
  at: reader.place(node),
  value,
});

function readNameExpression(reader: Reader, node: SyntaxNode): Expression {
  const name = reader.name(node);
  if (name === 'context')
    refuseSource(
      node.from,
      "context can be used only as context['name'], as context.get('name') and after in or not in",
    );
  if (FUNCTIONS.has(name)) refuseSource(node.from, `${name} is a function; it can only be called`);
  return { kind: 'name', at: reader.place(node), name };
}

function readConditional(reader: Reader, node: SyntaxNode): Expression {
  const [value, first, test, second, otherwise] = listNodeParts(node);
  if (first.name !== 'if' || second?.name !== 'else' || otherwise === undefined) return reader.foreign(node);
  return {
    kind: 'conditional',
    at: reader.place(node),
    value: reader.expression(value),
    test: reader.expression(test),
    otherwise: reader.expression(otherwise),
  };
}
