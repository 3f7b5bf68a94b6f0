import type { SyntaxNode } from '@lezer/common';
import { callOf } from './call.ts';
import { dictOf, itemsOf } from './display.ts';
import { TOO_DEEP } from './glance.ts';
import { LIMITS } from './limits.ts';
import { numberOf, stringOf } from './literal.ts';
import { arithmeticOf, logicOf } from './operation.ts';
import type { Expression, Place } from './program.ts';
import { refuse, type Source } from './refusal.ts';
import { memberOf } from './subscript.ts';
import { partsOf } from './tree.ts';
import { FOREIGN, FUNCTIONS, foreign, KEYWORDS } from './words.ts';

type Reading = (reader: Reader, node: SyntaxNode) => Expression;

/** The white list: what an expression may be, by the grammar's name of it. */
const READINGS: Readonly<Record<string, Reading>> = {
  ArrayExpression: (reader, node) => ({
    kind: 'list',
    at: reader.place(node),
    items: itemsOf(reader, node, 'list'),
  }),
  BinaryExpression: (reader, node) => arithmeticOf(reader, node) ?? logicOf(reader, node),
  Boolean: (reader, node) => constant(reader, node, reader.text(node) === 'True'),
  CallExpression: callOf,
  ConditionalExpression: conditionalOf,
  ContinuedString: (reader, node) => constant(reader, node, partsOf(node).map(textOf(reader)).join('')),
  DictionaryExpression: dictOf,
  MemberExpression: memberOf,
  None: (reader, node) => constant(reader, node, null),
  Number: (reader, node) => constant(reader, node, reader.number(node)),
  ParenthesizedExpression: (reader, node) => {
    const items = itemsOf(reader, node, 'parenthesis');
    return items.length === 1 ? items[0] : refuse(node.from, 'these parentheses hold no expression');
  },
  String: (reader, node) => constant(reader, node, textOf(reader)(node)),
  TupleExpression: (reader, node) => ({
    kind: 'tuple',
    at: reader.place(node),
    items: itemsOf(reader, node, 'tuple'),
  }),
  UnaryExpression: (reader, node) => arithmeticOf(reader, node) ?? logicOf(reader, node),
  VariableName: nameOf,
};

/** Makes expressions of a tree. */
export class Reader {
  readonly source: Source;
  #nodes = 0;
  #nesting = 0;

  constructor(source: Source) {
    this.source = source;
  }

  /** @throws Refusal what is not on the white list, or too much of it */
  expression(node: SyntaxNode): Expression {
    this.count(node);
    const reading = Object.hasOwn(READINGS, node.name) ? READINGS[node.name] : null;
    if (reading === null) return this.foreign(node);
    return this.within(node, () => reading(this, node));
  }

  /** One more part of the program. */
  count(node: SyntaxNode): void {
    this.#nodes += 1;
    if (this.#nodes > LIMITS.nodes) refuse(node.from, `more than ${LIMITS.nodes} statements and expressions`);
  }

  /** Reads what is one level further in. */
  within<Part>(node: SyntaxNode, read: () => Part): Part {
    if (this.#nesting >= LIMITS.nesting) refuse(node.from, TOO_DEEP);
    this.#nesting += 1;
    try {
      return read();
    } finally {
      this.#nesting -= 1;
    }
  }

  foreign(node: SyntaxNode): never {
    const text = this.text(node);
    const what = FOREIGN[node.name] ?? FOREIGN[text] ?? (text.slice(0, 20) || 'what stands here');
    return refuse(node.from, foreign(what));
  }

  text(node: SyntaxNode): string {
    return this.source.text.slice(node.from, node.to);
  }

  place(node: SyntaxNode): Place {
    return this.source.place(node.from);
  }

  /** A name that may be read or set. */
  name(node: SyntaxNode): string {
    const name = this.text(node);
    if (name.includes('__')) refuse(node.from, foreign(`a name with two underscores (${name.slice(0, 40)})`));
    if (KEYWORDS.has(name)) refuse(node.from, `${name} is a word of Python and no name`);
    if (name.length > LIMITS.name) refuse(node.from, `a name of more than ${LIMITS.name} letters`);
    return name;
  }

  number(node: SyntaxNode): bigint | number {
    if (/\w/.test(this.source.text.charAt(node.to)))
      refuse(node.from, 'a number is followed by a letter; put a blank between them');
    return numberOf(this.text(node), node.from);
  }
}

const constant = (
  reader: Reader,
  node: SyntaxNode,
  value: null | boolean | bigint | number | string,
): Expression => ({
  kind: 'constant',
  at: reader.place(node),
  value,
});

const textOf =
  (reader: Reader) =>
  (node: SyntaxNode): string =>
    node.name === 'String' ? stringOf(reader.text(node), node.from) : reader.foreign(node);

function nameOf(reader: Reader, node: SyntaxNode): Expression {
  const name = reader.name(node);
  if (name === 'context')
    refuse(
      node.from,
      "context stands only in context['name'], context.get('name'), and behind in or not in; nothing else is done with it",
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
