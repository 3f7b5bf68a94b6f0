import type { SyntaxNode } from '@lezer/common';
import type { Expression, NamedArgument } from '../program.ts';
import { readGenerator } from './comprehension.ts';
import type { ExpressionReader } from './expressionReader.ts';
import { listNodeParts, readBuiltinKey, readLambda } from './function.ts';
import {
  type Arity,
  ASK,
  CHANGING,
  describeUnsupported,
  FOREIGN,
  FUNCTIONS,
  METHODS,
  PYTHON_NAMES,
} from './pythonWords.ts';
import { refuseSource } from './refusal.ts';

/** True if a node is the bare name `context`. */
const isContextNode = (reader: ExpressionReader, node: SyntaxNode): boolean =>
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

/** A call of a function or of a method. @throws Refusal for anything else that is called */
export function readCallExpression(reader: ExpressionReader, node: SyntaxNode): Expression {
  const [callee, list] = listNodeParts(node);
  const name = reader.text(callee);
  if (callee.name === 'VariableName' && FUNCTIONS.has(name)) return readBuiltinCall(reader, node, name, list);
  const [object, point, property] = listNodeParts(callee);
  if (callee.name === 'MemberExpression' && point?.name === '.')
    return readMethodCall(reader, node, object, property, list);
  if (callee.name === 'VariableName' && name === ASK && reader.asksArtifacts)
    return readArtifactQuestion(reader, node, list);
  if (callee.name === 'VariableName') {
    const what = PYTHON_NAMES.has(name) ? `the function ${name}` : `a call of ${name.slice(0, 40)}`;
    const others = `${describeUnsupported(what)}, which has ${[...FUNCTIONS.keys()].join(', ')}`;
    const message = name === ASK ? ASKED_ELSEWHERE : others;
    reader.names.push({ name, isOwn: true, offset: node.from, message });
  }
  const at = reader.place(node);
  return { kind: 'invoke', at, callee: reader.expression(callee), ...readInvokeArguments(reader, list) };
}

const ASKED_ELSEWHERE = describeUnsupported(`${ASK} at this place`);

/** `invoke('artifact', value, name=value)` */
function readArtifactQuestion(reader: ExpressionReader, node: SyntaxNode, list: SyntaxNode): Expression {
  const { values, named } = readInvokeArguments(reader, list);
  const [artifact, ...given] = values;
  if (artifact === undefined) return refuseSource(node.from, `${ASK} begins with the name of an artifact`);
  return { kind: 'ask', at: reader.place(node), artifact, values: given, named };
}

/** Arguments of a function of the program's own: values, then those by their names. */
function readInvokeArguments(
  reader: ExpressionReader,
  list: SyntaxNode,
): { values: readonly Expression[]; named: readonly NamedArgument[] } {
  const inside = listNodeParts(list).slice(1, -1);
  if (inside[1]?.name === 'for')
    refuseSource(inside[0].from, 'this call takes no generator; put brackets around it');
  const first = inside.findIndex(part => part.name === 'AssignOp');
  const plain = first < 0 ? inside : inside.slice(0, first - 1);
  if (first >= 0 && plain.length % 2 === 1) refuseSource(inside[first].from, 'this call lacks a comma');
  const values = plain.flatMap((part, at) => {
    if (at % 2 === 0) return [reader.expression(part)];
    return part.name === ',' ? [] : refuseMisplacedPart(reader, part, 'call');
  });
  const named = first < 0 ? [] : splitNamedArguments(reader, inside.slice(first - 1), () => true);
  return { values, named: named.map(({ name, node }) => ({ name, value: reader.expression(node) })) };
}

function readBuiltinCall(
  reader: ExpressionReader,
  node: SyntaxNode,
  name: string,
  list: SyntaxNode,
): Expression {
  const { values, named } = readCallArguments(reader, list, name);
  checkArgumentCount(node, name, values, FUNCTIONS.get(name) ?? [0, 0]);
  return { kind: 'call', at: reader.place(node), name, values, named };
}

function readMethodCall(
  reader: ExpressionReader,
  node: SyntaxNode,
  object: SyntaxNode,
  property: SyntaxNode,
  list: SyntaxNode,
): Expression {
  if (object.name === 'Number')
    refuseSource(object.from, 'a number has no methods; write a digit after the point');
  const name = reader.name(property);
  const arity = METHODS.get(name);
  if (arity === undefined || (isContextNode(reader, object) && name !== 'get'))
    return refuseSource(property.from, describeUnsupported(`the method ${name.slice(0, 40)}`));
  const { values, named } = readCallArguments(reader, list, name);
  checkArgumentCount(property, name, values, arity);
  if (CHANGING.has(name)) reader.change(property);
  const at = reader.place(node);
  if (isContextNode(reader, object)) return { kind: 'get', at, key: values[0], fallback: values[1] ?? null };
  return { kind: 'method', at, object: reader.expression(object), name, values, named };
}

function checkArgumentCount(
  node: SyntaxNode,
  name: string,
  values: readonly unknown[],
  [fewest, most]: Arity,
): void {
  if (values.length >= fewest && values.length <= most) return;
  const range =
    fewest === most ? `${fewest}` : most === Infinity ? `${fewest} or more` : `${fewest} or ${most}`;
  refuseSource(node.from, `${name} takes ${range} values here, not ${values.length}`);
}

/** Names of arguments that a function takes after its values. */
const KEYWORDS_OF: Readonly<Record<string, readonly string[] | undefined>> = {
  enumerate: ['start'],
  max: ['default', 'key'],
  min: ['default', 'key'],
  sort: ['key', 'reverse'],
  sorted: ['key', 'reverse'],
  sum: ['start'],
};

/** Functions that go through the items of their first value, or of all. */
const GOING_THROUGH_FIRST = new Set(
  'all any enumerate extend join len list max min sorted sum tuple update'.split(' '),
);

function readCallArguments(
  reader: ExpressionReader,
  list: SyntaxNode,
  name: string,
): { readonly values: readonly Expression[]; readonly named: readonly NamedArgument[] } {
  const inside = listNodeParts(list).slice(1, -1);
  if (inside[1]?.name === 'for') return { values: [readStreamedArgument(reader, inside, name)], named: [] };
  const first = inside.findIndex(part => part.name === 'AssignOp');
  const plain = first < 0 ? inside : inside.slice(0, first - 1);
  const values = [...readCommaSeparated(reader, plain, name)];
  const known = (word: string): boolean => KEYWORDS_OF[name]?.includes(word) ?? false;
  const named = first < 0 ? [] : splitNamedArguments(reader, inside.slice(first - 1), known);
  if (first >= 0 && plain.length % 2 === 1) refuseSource(inside[first].from, 'this call lacks a comma');
  if (first === 1 && name !== 'sort') refuseSource(inside[0].from, `${name} takes its values before this`);
  const start = named.find(argument => argument.name === 'start')?.node;
  if (start !== undefined) {
    if (values.length !== 1) refuseSource(start.from, `${name} takes start once, and after its values`);
    values.push(reader.expression(start));
  }
  const fallback = named.find(argument => argument.name === 'default')?.node;
  if (fallback !== undefined && values.length !== 1)
    refuseSource(fallback.from, `${name} takes a default only for the items of one value`);
  return { values, named: named.flatMap(argument => readKeywordArgument(reader, argument)) };
}

/** `key=lambda item: …`, `key=len` and the like, `key=None`, `reverse=…` or `default=…`. */
function readKeywordArgument(reader: ExpressionReader, { name, node }: NamedNode): readonly NamedArgument[] {
  if (name === 'start' || (name === 'key' && node.name === 'None')) return [];
  if (name !== 'key') return [{ name, value: reader.expression(node) }];
  const isFunction = node.name === 'LambdaExpression' || node.name === 'VariableName';
  if (!isFunction)
    return refuseSource(node.from, 'a key is a lambda, the name of a function, or len, abs, int, float, str');
  const value = node.name === 'LambdaExpression' ? readLambda(reader, node) : readBuiltinKey(reader, node);
  return [{ name, value: value ?? reader.expression(node) }];
}

/** A generator as the only argument. */
function readStreamedArgument(
  reader: ExpressionReader,
  inside: readonly SyntaxNode[],
  name: string,
): Expression {
  if (!GOING_THROUGH_FIRST.has(name) || name === 'len' || name === 'enumerate')
    return refuseSource(inside[0].from, `${name} takes no generator; put brackets around it`);
  const comma = inside.find(part => part.name === ',' && part === inside.at(-1));
  if (comma !== undefined) refuseSource(comma.from, 'a generator takes no comma here');
  return readGenerator(reader, inside);
}

interface NamedNode {
  readonly name: string;
  readonly node: SyntaxNode;
}

/** Arguments by their names, each once. @param known whether an argument of this name is taken */
function splitNamedArguments(
  reader: ExpressionReader,
  parts: readonly SyntaxNode[],
  known: (name: string) => boolean,
): readonly NamedNode[] {
  const named: NamedNode[] = [];
  for (let at = 0; at < parts.length; at += 4) {
    const [word, sign, node, comma] = parts.slice(at, at + 4);
    const name = reader.text(word);
    const isGiven = word.name === 'VariableName' && sign?.name === 'AssignOp' && reader.text(sign) === '=';
    if (!isGiven || node === undefined || !known(name) || named.some(other => other.name === name))
      return refuseSource(
        word.from,
        describeUnsupported(
          sign && FOREIGN[reader.text(sign)] ? FOREIGN[reader.text(sign)] : 'this argument',
        ),
      );
    if (comma !== undefined && comma.name !== ',') return refuseMisplacedPart(reader, comma, 'call');
    named.push({ name, node });
  }
  return named;
}

function readCommaSeparated(
  reader: ExpressionReader,
  inside: readonly SyntaxNode[],
  name: string,
): readonly Expression[] {
  const isSingle = inside.length <= 2 || (name !== 'min' && name !== 'max');
  return inside.flatMap((part, at) => {
    const goes = name === 'zip' || (at === 0 && isSingle && GOING_THROUGH_FIRST.has(name));
    if (at % 2 === 0) return [goes ? reader.iterable(part) : reader.expression(part)];
    return part.name === ',' ? [] : refuseMisplacedPart(reader, part, 'call');
  });
}

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
function refuseMisplacedPart(reader: ExpressionReader, part: SyntaxNode, what: string): never {
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
