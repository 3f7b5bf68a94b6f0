import type { SyntaxNode } from '@lezer/common';
import type { Expression, KeyFunction } from '../program.ts';
import { generatorOf } from './comprehension.ts';
import { misplaced } from './display.ts';
import type { Reader } from './reader.ts';
import { refuse } from './refusal.ts';
import { isContext } from './subscript.ts';
import { partsOf } from './tree.ts';
import { type Arity, FOREIGN, FUNCTIONS, foreign, METHODS, PYTHON_NAMES } from './words.ts';

/** A call of a function or of a method. @throws Refusal for anything else that is called */
export function callOf(reader: Reader, node: SyntaxNode): Expression {
  const [callee, list] = partsOf(node);
  if (callee.name === 'VariableName') return functionOf(reader, node, callee, list);
  const [object, point, property] = partsOf(callee);
  if (callee.name !== 'MemberExpression' || point?.name !== '.')
    return refuse(node.from, 'only functions and methods can be called, by their names');
  return methodOf(reader, node, object, property, list);
}

function functionOf(reader: Reader, node: SyntaxNode, callee: SyntaxNode, list: SyntaxNode): Expression {
  const name = reader.name(callee);
  const arity = FUNCTIONS.get(name);
  if (arity === undefined) {
    const what = PYTHON_NAMES.has(name) ? `the function ${name}` : `a call of ${name.slice(0, 40)}`;
    return refuse(node.from, `${foreign(what)}, which has ${[...FUNCTIONS.keys()].join(', ')}`);
  }
  const { values, key, reverse } = valuesOf(reader, list, name);
  checkCount(node, name, values, arity);
  return { kind: 'call', at: reader.place(node), name, values, key, reverse };
}

function methodOf(
  reader: Reader,
  node: SyntaxNode,
  object: SyntaxNode,
  property: SyntaxNode,
  list: SyntaxNode,
): Expression {
  if (object.name === 'Number') refuse(object.from, 'a number has no methods; write a digit after the point');
  const name = reader.name(property);
  const arity = METHODS.get(name);
  if (arity === undefined || (isContext(reader, object) && name !== 'get'))
    return refuse(property.from, foreign(`the method ${name.slice(0, 40)}`));
  const { values } = valuesOf(reader, list, name);
  checkCount(property, name, values, arity);
  const at = reader.place(node);
  if (isContext(reader, object)) return { kind: 'get', at, key: values[0], fallback: values[1] ?? null };
  return { kind: 'method', at, object: reader.expression(object), name, values };
}

function checkCount(node: SyntaxNode, name: string, values: readonly unknown[], [fewest, most]: Arity): void {
  if (values.length >= fewest && values.length <= most) return;
  const range =
    fewest === most ? `${fewest}` : most === Infinity ? `${fewest} or more` : `${fewest} or ${most}`;
  refuse(node.from, `${name} takes ${range} values here, not ${values.length}`);
}

interface Values {
  readonly values: readonly Expression[];
  readonly key: KeyFunction | null;
  readonly reverse: Expression | null;
}

/** Names of arguments that a function takes after its values. */
const KEYWORDS_OF: Readonly<Record<string, readonly string[] | undefined>> = {
  enumerate: ['start'],
  max: ['key'],
  min: ['key'],
  sorted: ['key', 'reverse'],
  sum: ['start'],
};

/** Functions that go through the items of their first value, or of all. */
const GOING_THROUGH_FIRST = new Set('all any enumerate join len list max min sorted sum tuple'.split(' '));

function valuesOf(reader: Reader, list: SyntaxNode, name: string): Values {
  const inside = partsOf(list).slice(1, -1);
  if (inside[1]?.name === 'for')
    return { values: [streamed(reader, inside, name)], key: null, reverse: null };
  const first = inside.findIndex(part => part.name === 'AssignOp');
  const plain = first < 0 ? inside : inside.slice(0, first - 1);
  const values = [...commaParted(reader, plain, name)];
  const named = first < 0 ? new Map<string, SyntaxNode>() : keywordsOf(reader, inside.slice(first - 1), name);
  if (first >= 0 && plain.length % 2 === 1) refuse(inside[first].from, 'this call lacks a comma');
  if (first === 1) refuse(inside[0].from, `${name} takes its values before this`);
  const start = named.get('start');
  if (start !== undefined) {
    if (values.length !== 1) refuse(start.from, `${name} takes start once, and after its values`);
    values.push(reader.expression(start));
  }
  const [key, reverse] = [named.get('key'), named.get('reverse')];
  return {
    values,
    key: key === undefined ? null : keyFunctionOf(reader, key),
    reverse: reverse === undefined ? null : reader.expression(reverse),
  };
}

/** A generator as the only argument. */
function streamed(reader: Reader, inside: readonly SyntaxNode[], name: string): Expression {
  if (!GOING_THROUGH_FIRST.has(name) || name === 'len' || name === 'enumerate')
    return refuse(inside[0].from, `${name} takes no generator; put brackets around it`);
  const comma = inside.find(part => part.name === ',' && part === inside.at(-1));
  if (comma !== undefined) refuse(comma.from, 'a generator takes no comma here');
  return generatorOf(reader, inside);
}

function keywordsOf(
  reader: Reader,
  parts: readonly SyntaxNode[],
  name: string,
): ReadonlyMap<string, SyntaxNode> {
  const named = new Map<string, SyntaxNode>();
  for (let at = 0; at < parts.length; at += 4) {
    const [word, sign, value, comma] = parts.slice(at, at + 4);
    const text = reader.text(word);
    const isKnown = sign?.name === 'AssignOp' && reader.text(sign) === '=' && value !== undefined;
    if (!isKnown || !KEYWORDS_OF[name]?.includes(text) || named.has(text))
      return refuse(
        word.from,
        foreign(sign && FOREIGN[reader.text(sign)] ? FOREIGN[reader.text(sign)] : 'this argument'),
      );
    if (comma !== undefined && comma.name !== ',') return misplaced(reader, comma, 'call');
    named.set(text, value);
  }
  return named;
}

/** `key=lambda item: …`, `key=len` and the like, or `key=None`. */
function keyFunctionOf(reader: Reader, node: SyntaxNode): KeyFunction | null {
  if (node.name === 'None') return null;
  const name = reader.text(node);
  const isFunction = node.name === 'VariableName' && ['abs', 'float', 'int', 'len', 'str'].includes(name);
  if (isFunction) {
    const at = reader.place(node);
    const values: readonly Expression[] = [{ kind: 'name', at, name: 'item' }];
    return { parameter: 'item', body: { kind: 'call', at, name, values, key: null, reverse: null } };
  }
  const [word, list, colon, body, rest] = partsOf(node);
  if (node.name !== 'LambdaExpression')
    return refuse(node.from, 'a key is a lambda, or len, abs, int, float, str');
  const [parameter, more] = partsOf(list);
  if (list.name !== 'ParamList' || parameter?.name !== 'VariableName' || more !== undefined)
    return refuse(word.from, 'the lambda of a key has one parameter');
  if (colon?.name !== ':' || body === undefined || rest !== undefined)
    return refuse(word.from, 'this lambda lacks its value');
  const own = reader.name(parameter);
  if (own === 'context' || FUNCTIONS.has(own)) refuse(parameter.from, `${own} cannot be set`);
  return { parameter: own, body: reader.expression(body) };
}

function commaParted(reader: Reader, inside: readonly SyntaxNode[], name: string): readonly Expression[] {
  const isSingle = inside.length <= 2 || (name !== 'min' && name !== 'max');
  return inside.flatMap((part, at) => {
    const goes = name === 'zip' || (at === 0 && isSingle && GOING_THROUGH_FIRST.has(name));
    if (at % 2 === 0) return [goes ? reader.iterable(part) : reader.expression(part)];
    return part.name === ',' ? [] : misplaced(reader, part, 'call');
  });
}
