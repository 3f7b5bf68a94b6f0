import type { SyntaxNode } from '@lezer/common';
import { LIMITS } from '../limits.ts';
import type { Arithmetic, Comparison, ComparisonLink, Expression } from '../program.ts';
import { describeUnsupported, FOREIGN } from './createWordSet.ts';
import { TOO_DEEP } from './prescanSource.ts';
import type { Reader } from './reader.ts';
import { refuseSource } from './refusal.ts';
import { listNodeParts } from './tree.ts';

const ARITHMETIC: ReadonlySet<string> = new Set<Arithmetic>(['+', '-', '*', '/', '//', '%', '**']);
const COMPARISONS: ReadonlySet<string> = new Set<Comparison>(['<', '<=', '>', '>=', '==', '!=']);

/** An operator of numbers and strings between or before its operands; null for a node of another operator. */
export function readArithmetic(reader: Reader, node: SyntaxNode): Expression | null {
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
function readTightOperand(reader: Reader, node: SyntaxNode, isSearched = false): Expression {
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
export function readLogicExpression(reader: Reader, node: SyntaxNode): Expression {
  const tokens: Token[] = [];
  flattenOperators(node, tokens);
  if (tokens.length === 1) return readComparison(reader, node);
  return readJoinedOperands(reader, tokens, 'or', piece => readJoinedOperands(reader, piece, 'and', negated));

  function negated(piece: readonly Token[]): Expression {
    const { node: last } = piece[piece.length - 1];
    if (piece.length > LIMITS.nesting) refuseSource(piece[0].node.from, TOO_DEEP);
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
  reader: Reader,
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
function readComparison(reader: Reader, node: SyntaxNode): Expression {
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
function readComparisonLink(reader: Reader, parts: readonly SyntaxNode[], isLast: boolean): ComparisonLink {
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
      return { operator: operator as Comparison, right: readTightOperand(reader, right) };
  }
}
