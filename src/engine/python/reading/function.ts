import type { SyntaxNode } from '@lezer/common';
import type { Definition, Expression, Parameter } from '../program.ts';
import type { Reader } from './reader.ts';
import { refuse } from './refusal.ts';
import { partsOf } from './tree.ts';
import { FUNCTIONS, foreign } from './words.ts';

/** `lambda parameters: value` */
export function lambdaOf(reader: Reader, node: SyntaxNode): Expression {
  const [word, list, colon, body, rest] = partsOf(node);
  if (list?.name !== 'ParamList' || colon?.name !== ':' || body === undefined || rest !== undefined)
    return refuse(word.from, 'this lambda lacks its value');
  const parameters = parametersOf(reader, partsOf(list));
  const [read, levels] = reader.depthOf(() => reader.expression(body));
  const own = parameters.map(({ name }) => name);
  return { kind: 'lambda', at: reader.place(node), made: { parameters, own, levels, body: read } };
}

/** A function that a `key` argument may name, as a lambda that calls it; null for any other node. */
export function builtinKeyOf(reader: Reader, node: SyntaxNode): Expression | null {
  const name = reader.text(node);
  if (node.name !== 'VariableName' || !['abs', 'float', 'int', 'len', 'str'].includes(name)) return null;
  const at = reader.place(node);
  const body: Expression = {
    kind: 'call',
    at,
    name,
    values: [{ kind: 'name', at, name: 'item' }],
    named: [],
  };
  const made: Definition<Expression> = {
    parameters: [{ name: 'item', fallback: null }],
    own: ['item'],
    levels: 2,
    body,
  };
  return { kind: 'lambda', at, made };
}

/** Parameters with commas between them; those with a value of their own come last. @throws Refusal */
export function parametersOf(reader: Reader, parts: readonly SyntaxNode[]): readonly Parameter[] {
  const parameters: Parameter[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const word = parts[at];
    if (word.name !== 'VariableName')
      return refuse(word.from, foreign(KINDS[reader.text(word)] ?? 'this parameter'));
    const name = ownName(reader, word);
    if (parameters.some(other => other.name === name)) refuse(word.from, `${name} is a parameter twice`);
    const isGiven = parts[at + 1]?.name === 'AssignOp';
    if (!isGiven && parameters.at(-1)?.fallback)
      refuse(word.from, `${name} lacks a value, unlike those before it`);
    const value = isGiven ? parts[at + 2] : undefined;
    if (isGiven && value === undefined) refuse(word.from, `${name} lacks its value`);
    if (isGiven) at += 2;
    parameters.push({ name, fallback: value === undefined ? null : reader.expression(value) });
    const comma = parts[at + 1];
    if (comma === undefined) break;
    if (comma.name !== ',') return refuse(comma.from, foreign(KINDS[comma.name] ?? 'this parameter'));
    at += 1;
  }
  return parameters;
}

/** A name that the program gives to something: neither `context` nor a function of the language. */
export function ownName(reader: Reader, node: SyntaxNode): string {
  const name = reader.name(node);
  if (name === 'context' || FUNCTIONS.has(name)) refuse(node.from, `${name} cannot be set`);
  reader.bound.add(name);
  return name;
}

/** Parameters of other kinds, in plain words. */
const KINDS: Readonly<Record<string, string | undefined>> = {
  '*': 'a star before a parameter',
  '**': 'two stars before a parameter',
  TypeDef: 'a type annotation',
};
