import type { SyntaxNode } from '@lezer/common';
import { PROGRAM_LIMITS } from '../limits.ts';
import type { Arithmetic, ComparisonLink, ComparisonOperator, Expression, Replacement } from '../program.ts';
import { FORMAT_SPEC } from '../values/formatPyValue.ts';
import { readComprehension } from './comprehension.ts';
import { ExpressionReader, type Readings, type Rights } from './expressionReader.ts';
import { listNodeParts, readLambda } from './function.ts';
import { decodeStringEscapes } from './literal.ts';
import { TOO_DEEP } from './prescanSource.ts';
import { describeUnsupported, FOREIGN, FUNCTIONS } from './pythonWords.ts';
import {
  readCallExpression,
  readDictDisplay,
  readDisplayItems,
  readMemberAccess,
} from './readCallExpression.ts';
import { refuseSource, type Source } from './refusal.ts';

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
export const createExpressionReader = (source: Source, rights: Rights): ExpressionReader =>
  new ExpressionReader(source, READINGS, rights);

const createConstant = (
  reader: ExpressionReader,
  node: SyntaxNode,
  value: null | boolean | bigint | number | string,
): Expression => ({
  kind: 'constant',
  at: reader.place(node),
  value,
});

function readNameExpression(reader: ExpressionReader, node: SyntaxNode): Expression {
  const name = reader.name(node);
  if (name === 'context')
    refuseSource(
      node.from,
      "context can be used only as context['name'], as context.get('name') and after in or not in",
    );
  if (FUNCTIONS.has(name)) refuseSource(node.from, `${name} is a function; it can only be called`);
  return { kind: 'name', at: reader.place(node), name };
}

function readConditional(reader: ExpressionReader, node: SyntaxNode): Expression {
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

/** The parts of an f-string, or of several strings in a row. @throws Refusal */
function readFormatString(
  reader: ExpressionReader,
  node: SyntaxNode,
  strings: readonly SyntaxNode[],
): Expression {
  const parts = strings.flatMap(string =>
    string.name === 'FormatString' ? readFormatParts(reader, string) : [reader.string(string)],
  );
  return { kind: 'format', at: reader.place(node), parts };
}

const OPENING = /^(f|fr|rf)('''|"""|'|")/i;

function readFormatParts(reader: ExpressionReader, node: SyntaxNode): readonly (string | Replacement)[] {
  const text = reader.text(node);
  const [opening, prefix, quote] =
    OPENING.exec(text) ?? refuseSource(node.from, describeUnsupported('a string with this prefix'));
  const isRaw = prefix.length === 2;
  const end = node.to - quote.length;
  const parts: (string | Replacement)[] = [];
  let from = node.from + opening.length;
  for (const part of listNodeParts(node)) {
    parts.push(readFormatText(reader, from, part.from, isRaw), readReplacement(reader, part));
    from = part.to;
  }
  return [...parts, readFormatText(reader, from, end, isRaw)];
}

/** The text between two replacements; a brace is written twice. */
function readFormatText(reader: ExpressionReader, from: number, to: number, isRaw: boolean): string {
  const text = reader.source.text.slice(from, to);
  const single = text.replace(/\{\{|\}\}/g, '  ').search(/[{}]/);
  if (single >= 0) refuseSource(from + single, 'a brace in an f-string is written twice');
  const braced = (piece: string): string => piece.replaceAll('{{', '{').replaceAll('}}', '}');
  return isRaw ? braced(text) : decodeStringEscapes(braced(text), from);
}

function readReplacement(reader: ExpressionReader, node: SyntaxNode): Replacement {
  const [, expression, ...rest] = listNodeParts(node).slice(0, -1);
  let isRepr = false;
  let format = '';
  if (expression === undefined) return refuseSource(node.from, 'these braces are empty');
  if (expression.name === 'LambdaExpression')
    refuseSource(expression.from, 'a lambda needs parentheses here');
  for (const part of rest) {
    const text = reader.text(part);
    const isTight = /[:}]/.test(reader.source.text.charAt(part.to));
    if (part.name === 'FormatConversion' && isTight && /^![rs]$/.test(text)) isRepr = text === '!r';
    else if (part.name === 'FormatSpec') format = text.slice(1);
    else return refuseSource(part.from, describeUnsupported(`${text.slice(0, 20)} in an f-string`));
  }
  if (!FORMAT_SPEC.test(format))
    refuseSource(node.from, describeUnsupported(`the format ${format.slice(0, 40)}`));
  return { value: reader.expression(expression), isRepr, format };
}

const ARITHMETIC: ReadonlySet<string> = new Set<Arithmetic>(['+', '-', '*', '/', '//', '%', '**']);
const COMPARISONS: ReadonlySet<string> = new Set<ComparisonOperator>(['<', '<=', '>', '>=', '==', '!=']);

/** An operator of numbers and strings between or before its operands; null for a node of another operator. */
function readArithmetic(reader: ExpressionReader, node: SyntaxNode): Expression | null {
  const parts = listNodeParts(node);
  const operator = parts.find(({ name }) => name === 'ArithOp' || name === 'BitOp');
  if (operator === undefined) return null;
  const text = reader.text(operator);
  if (operator.name === 'BitOp') return reader.foreign(operator);
  if (!ARITHMETIC.has(text)) refuseSource(operator.from, describeUnsupported(FOREIGN[text] ?? text));
  if (parts.length === 2)
    return {
      kind: 'unary',
      at: reader.place(node),
      operator: text as '+' | '-',
      operand: readTightOperand(reader, parts[1]),
    };
  const [left, , right] = parts;
  if (text === '%' && /String$/.test(left.name))
    refuseSource(operator.from, describeUnsupported('formatting a string with %'));
  return {
    kind: 'binary',
    at: reader.place(node),
    operator: text as Arithmetic,
    left: readTightOperand(reader, left),
    right: readTightOperand(reader, right),
  };
}

/** An operand that binds tighter than any comparison. @param isSearched whether it follows `in` */
function readTightOperand(reader: ExpressionReader, node: SyntaxNode, isSearched = false): Expression {
  const loose =
    node.name === 'ConditionalExpression' ||
    ((node.name === 'BinaryExpression' || node.name === 'UnaryExpression') &&
      !listNodeParts(node).some(({ name }) => name === 'ArithOp' || name === 'BitOp'));
  if (loose) refuseSource(node.from, UNCLEAR);
  if (!isSearched) return reader.expression(node);
  const read = reader.iterable(node);
  // Python hashes what it seeks in these.
  if (read.kind === 'method' && (read.name === 'keys' || read.name === 'items'))
    refuseSource(node.from, `nothing is sought in ${read.name}() here; seek in the dict itself`);
  return read;
}

const UNCLEAR = 'this part of an expression needs parentheses';

/** A word of logic, or an operand between such words. */
type Token = { readonly kind: 'not' | 'and' | 'or' | 'operand'; readonly node: SyntaxNode };

/**
 * Comparisons, and, or, not. The grammar lets `not` take all that follows (`not a and b` as `not (a and b)`),
 * so the operators are laid out in a row and regrouped by Python's precedence.
 */
function readLogicExpression(reader: ExpressionReader, node: SyntaxNode): Expression {
  const tokens: Token[] = [];
  flattenOperators(node, tokens);
  if (tokens.length === 1) return readComparison(reader, node);
  return readJoinedOperands(reader, tokens, 'or', piece => readJoinedOperands(reader, piece, 'and', negated));

  function negated(piece: readonly Token[]): Expression {
    const { node: last } = piece[piece.length - 1];
    if (piece.length > PROGRAM_LIMITS.nesting) refuseSource(piece[0].node.from, TOO_DEEP);
    if (last.name === 'ConditionalExpression') refuseSource(last.from, UNCLEAR);
    const operand = reader.expression(last);
    return piece.slice(0, -1).reduceRight<Expression>(
      (inner, token) => ({
        kind: 'unary',
        at: reader.place(token.node),
        operator: 'not',
        operand: inner,
      }),
      operand,
    );
  }
}

function flattenOperators(node: SyntaxNode, tokens: Token[]): void {
  const parts = listNodeParts(node);
  if (node.name === 'UnaryExpression' && parts[0].name === 'not') {
    tokens.push({ kind: 'not', node: parts[0] });
    flattenOperators(parts[1], tokens);
  } else if (node.name === 'BinaryExpression' && (parts[1].name === 'and' || parts[1].name === 'or')) {
    flattenOperators(parts[0], tokens);
    tokens.push({ kind: parts[1].name, node: parts[1] });
    flattenOperators(parts[2], tokens);
  } else tokens.push({ kind: 'operand', node });
}

/** Reads the pieces between one operator word; a single piece is itself. */
function readJoinedOperands(
  reader: ExpressionReader,
  tokens: readonly Token[],
  word: 'and' | 'or',
  read: (piece: readonly Token[]) => Expression,
): Expression {
  const pieces: Token[][] = [[]];
  for (const token of tokens)
    if (token.kind === word) pieces.push([]);
    else pieces[pieces.length - 1].push(token);
  if (pieces.length === 1) return read(tokens);
  return { kind: word, at: reader.place(pieces[0][0].node), operands: pieces.map(read) };
}

/** `a < b < c` is one comparison with two links. */
function readComparison(reader: ExpressionReader, node: SyntaxNode): Expression {
  const links: ComparisonLink[] = [];
  let left = node;
  for (let parts = listNodeParts(node); ; parts = listNodeParts(left)) {
    links.unshift(readComparisonLink(reader, parts.slice(1), links.length === 0));
    left = parts[0];
    if (left.name !== 'BinaryExpression' || isArithmeticNode(left)) break;
    const word = listNodeParts(left)[1].name;
    if (word === 'and' || word === 'or') break;
  }
  return { kind: 'comparison', at: reader.place(node), first: readTightOperand(reader, left), links };
}

const isArithmeticNode = (node: SyntaxNode): boolean =>
  listNodeParts(node).some(({ name }) => name === 'ArithOp' || name === 'BitOp');

/** @param parts an operator of one or two words, and what follows it */
function readComparisonLink(
  reader: ExpressionReader,
  parts: readonly SyntaxNode[],
  isLast: boolean,
): ComparisonLink {
  const words = parts.slice(0, -1);
  const right = parts[parts.length - 1];
  const operator = words.map(word => reader.text(word)).join(' ');
  switch (operator) {
    case 'in':
    case 'not in':
      if (right.name === 'VariableName' && reader.text(right) === 'context' && isLast)
        return { operator, right: null };
      return { operator, right: readTightOperand(reader, right, true) };
    case 'is':
    case 'is not':
      if (right.name !== 'None' && right.name !== 'Boolean')
        return refuseSource(
          words[0].from,
          `${operator} is allowed only before None, True and False; write == or !=`,
        );
      return { operator, right: reader.expression(right) };
    default:
      if (!COMPARISONS.has(operator))
        return refuseSource(words[0]?.from ?? right.from, describeUnsupported(operator || 'this'));
      return { operator: operator as ComparisonOperator, right: readTightOperand(reader, right) };
  }
}
