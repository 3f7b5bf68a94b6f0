import { type Expression, parseExpressionAt } from 'acorn';

/** The part of ECMAScript that charts may be written in: a syntax tree with only what `evaluate` knows. */
export type Node = Expression;

/** An expression that is outside of the subset, or none at all. */
export class NotAnExpression extends Error {
  override readonly name = 'NotAnExpression';
}

const KNOWN_NODES = new Set([
  'Literal',
  'Identifier',
  'MemberExpression',
  'UnaryExpression',
  'BinaryExpression',
  'LogicalExpression',
  'ConditionalExpression',
  'CallExpression',
  'ArrayExpression',
  'ObjectExpression',
  'Property',
  'TemplateLiteral',
  'TemplateElement',
  'ParenthesizedExpression',
]);
const NODE_PHRASES: Readonly<Record<string, string>> = {
  FunctionExpression: 'a function',
  ArrowFunctionExpression: 'a function',
  NewExpression: 'new',
  AssignmentExpression: 'an assignment; use <assign>',
  UpdateExpression: '++ or --; use <assign>',
  ThisExpression: 'this',
  SpreadElement: '...',
  AwaitExpression: 'await',
  YieldExpression: 'yield',
  ImportExpression: 'import',
  SequenceExpression: 'a comma',
};
const MAX_EXPRESSION_LENGTH = 10_000;

/** Reads an expression. @throws NotAnExpression that says why it is none */
export function parseScxmlExpression(text: string): Node {
  if (text.trim() === '') throw new NotAnExpression('an expression is missing');
  if (text.length > MAX_EXPRESSION_LENGTH)
    throw new NotAnExpression(`an expression is longer than ${MAX_EXPRESSION_LENGTH} letters`);
  let node: Node;
  try {
    node = parseExpressionAt(text, 0, { ecmaVersion: 2022, preserveParens: true });
  } catch (error) {
    const why = error instanceof RangeError ? 'nested too deep' : 'it cannot be read';
    throw new NotAnExpression(`“${text.trim()}” is not an expression: ${why}`);
  }
  if (text.slice(node.end).trim() !== '')
    throw new NotAnExpression(`“${text.trim()}” is more than one expression`);
  checkExpressionTree(node, text);
  return node;
}

function checkExpressionTree(root: object, text: string): void {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (Array.isArray(node)) open.push(...node);
    else if (typeof node === 'object' && node !== null && 'type' in node) {
      const refused = describeRefusedNode(node as { type: string });
      if (refused !== null) throw new NotAnExpression(`“${text.trim()}”: ${refused} is not in the subset`);
      for (const [key, part] of Object.entries(node)) if (key !== 'type') open.push(part);
    }
  }
}

/** Name of a node outside of the subset; null for one inside. */
function describeRefusedNode(node: { type: string }): string | null {
  if (!KNOWN_NODES.has(node.type)) return NODE_PHRASES[node.type] ?? node.type;
  const { regex, bigint, operator, kind, method, computed, optional } = node as Partial<
    Record<string, unknown>
  >;
  if (regex !== undefined) return 'a regular expression';
  if (bigint !== undefined) return 'a BigInt';
  if (operator === 'delete' || operator === 'instanceof' || operator === '**') return String(operator);
  if (node.type === 'Property' && (kind !== 'init' || method === true || computed === true))
    return 'an accessor';
  return optional === true ? '?.' : null;
}
