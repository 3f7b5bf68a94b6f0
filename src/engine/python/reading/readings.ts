import type { SyntaxNode } from '@lezer/common';
import type { Expression } from '../program.ts';
import { callOf } from './call.ts';
import { comprehensionOf } from './comprehension.ts';
import { dictOf, itemsOf } from './display.ts';
import { formatOf } from './format.ts';
import { lambdaOf } from './function.ts';
import { arithmeticOf, logicOf } from './operation.ts';
import { Reader, type Readings } from './reader.ts';
import { refuse, type Source } from './refusal.ts';
import { memberOf } from './subscript.ts';
import { partsOf } from './tree.ts';
import { FUNCTIONS } from './words.ts';

/** The white list: allowed expressions, by the grammar's name. */
const READINGS: Readings = {
  ArrayComprehensionExpression: (reader, node) => comprehensionOf(reader, node, 'list'),
  ArrayExpression: (reader, node) => ({
    kind: 'list',
    at: reader.place(node),
    items: itemsOf(reader, node, 'list'),
  }),
  BinaryExpression: (reader, node) => arithmeticOf(reader, node) ?? logicOf(reader, node),
  Boolean: (reader, node) => constant(reader, node, reader.text(node) === 'True'),
  CallExpression: callOf,
  ConditionalExpression: conditionalOf,
  ContinuedString: (reader, node) => {
    const strings = partsOf(node);
    if (strings.some(({ name }) => name === 'FormatString')) return formatOf(reader, node, strings);
    return constant(reader, node, strings.map(part => reader.string(part)).join(''));
  },
  DictionaryComprehensionExpression: (reader, node) => comprehensionOf(reader, node, 'dict'),
  DictionaryExpression: dictOf,
  FormatString: (reader, node) => formatOf(reader, node, [node]),
  LambdaExpression: (reader, node) => {
    reader.change(node, 'a condition makes no function but the key of sorted, min or max');
    return lambdaOf(reader, node);
  },
  MemberExpression: memberOf,
  None: (reader, node) => constant(reader, node, null),
  Number: (reader, node) => constant(reader, node, reader.number(node)),
  ParenthesizedExpression: (reader, node) => {
    const items = itemsOf(reader, node, 'parenthesis');
    return items.length === 1 ? items[0] : refuse(node.from, 'these parentheses hold no expression');
  },
  String: (reader, node) => constant(reader, node, reader.string(node)),
  TupleExpression: (reader, node) => ({
    kind: 'tuple',
    at: reader.place(node),
    items: itemsOf(reader, node, 'tuple'),
  }),
  UnaryExpression: (reader, node) => arithmeticOf(reader, node) ?? logicOf(reader, node),
  VariableName: nameOf,
};

/** Reads the expressions of one source. */
export const readerOf = (source: Source, isCondition = false): Reader =>
  new Reader(source, READINGS, isCondition);

const constant = (
  reader: Reader,
  node: SyntaxNode,
  value: null | boolean | bigint | number | string,
): Expression => ({
  kind: 'constant',
  at: reader.place(node),
  value,
});

function nameOf(reader: Reader, node: SyntaxNode): Expression {
  const name = reader.name(node);
  if (name === 'context')
    refuse(
      node.from,
      "context can be used only as context['name'], as context.get('name') and after in or not in",
    );
  if (FUNCTIONS.has(name)) refuse(node.from, `${name} is a function; it can only be called`);
  return { kind: 'name', at: reader.place(node), name };
}

function conditionalOf(reader: Reader, node: SyntaxNode): Expression {
  const [value, first, test, second, otherwise] = partsOf(node);
  if (first.name !== 'if' || second?.name !== 'else' || otherwise === undefined) return reader.foreign(node);
  return {
    kind: 'conditional',
    at: reader.place(node),
    value: reader.expression(value),
    test: reader.expression(test),
    otherwise: reader.expression(otherwise),
  };
}
