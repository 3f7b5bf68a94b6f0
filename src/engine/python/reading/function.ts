import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import type { Definition, Expression, Parameter } from '../program.ts';
import { formatSourceExcerpt } from '../running/createFunctionValue.ts';
import type { ExpressionReader } from './expressionReader.ts';
import { prescanSource, TOO_DEEP } from './prescanSource.ts';
import { ASK, describeUnsupported, FOREIGN, FUNCTIONS } from './pythonWords.ts';
import { refuseSource, type Source } from './refusal.ts';

/** `lambda parameters: value` */
export function readLambda(reader: ExpressionReader, node: SyntaxNode): Expression {
  const [word, list, colon, body, rest] = listNodeParts(node);
  if (list?.name !== 'ParamList' || colon?.name !== ':' || body === undefined || rest !== undefined)
    return refuseSource(word.from, 'this lambda lacks its value');
  const parameters = readParameterList(reader, listNodeParts(list));
  const [read, levels] = reader.depthOf(() => reader.expression(body));
  const own = parameters.map(({ name }) => name);
  return { kind: 'lambda', at: reader.place(node), made: { parameters, own, levels, body: read } };
}

/** A function that a `key` argument may name, as a lambda that calls it; null for any other node. */
export function readBuiltinKey(reader: ExpressionReader, node: SyntaxNode): Expression | null {
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
export function readParameterList(
  reader: ExpressionReader,
  parts: readonly SyntaxNode[],
): readonly Parameter[] {
  const parameters: Parameter[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const word = parts[at];
    if (word.name !== 'VariableName')
      return refuseSource(
        word.from,
        describeUnsupported(PARAMETER_KINDS[reader.text(word)] ?? 'this parameter'),
      );
    const name = readOwnName(reader, word);
    if (parameters.some(other => other.name === name))
      refuseSource(word.from, `${name} is a parameter twice`);
    const isGiven = parts[at + 1]?.name === 'AssignOp';
    if (!isGiven && parameters.at(-1)?.fallback)
      refuseSource(word.from, `${name} lacks a value, unlike those before it`);
    const value = isGiven ? parts[at + 2] : undefined;
    if (isGiven && value === undefined) refuseSource(word.from, `${name} lacks its value`);
    if (isGiven) at += 2;
    parameters.push({ name, fallback: value === undefined ? null : reader.expression(value) });
    const comma = parts[at + 1];
    if (comma === undefined) break;
    if (comma.name !== ',')
      return refuseSource(comma.from, describeUnsupported(PARAMETER_KINDS[comma.name] ?? 'this parameter'));
    at += 1;
  }
  return parameters;
}

/** A name that the program gives to something: neither `context` nor a function of the language. */
export function readOwnName(reader: ExpressionReader, node: SyntaxNode): string {
  const name = reader.name(node);
  if (name === 'context' || FUNCTIONS.has(name) || (name === ASK && reader.asksArtifacts))
    refuseSource(node.from, `${name} cannot be set`);
  reader.bound.add(name);
  return name;
}

/** Parameters of other kinds, in plain words. */
const PARAMETER_KINDS: Readonly<Record<string, string | undefined>> = {
  '*': 'a star before a parameter',
  '**': 'two stars before a parameter',
  TypeDef: 'a type annotation',
};

/** A parser that stops at the first mistake: what the grammar would repair is not Python. */
const strict = parser.configure({ strict: true });

const WHERE = /No parse at (\d+)/;

/** The syntax tree of a source. @throws Refusal if it does not parse */
export function parseSyntaxTree(source: Source): SyntaxNode {
  prescanSource(source.text);
  try {
    return strict.parse(source.text).topNode;
  } catch (error) {
    if (error instanceof SyntaxError) return refuseSource(...createSyntaxMistake(source.text, error.message));
    // The tree is built recursively; glance() keeps it shallow, and this is a second safeguard.
    if (error instanceof RangeError) return refuseSource(0, TOO_DEEP);
    throw error;
  }
}

const STATEMENT = /^(async)\b/;

function createSyntaxMistake(text: string, message: string): [number, string] {
  const at = Math.min(Number(WHERE.exec(message)?.[1] ?? 0), text.length);
  const rest = text.slice(at);
  if (/\d\.$/.test(text.slice(0, at))) return [at, 'a number ends with a point; write a digit after it'];
  const foreignWord = STATEMENT.exec(rest)?.[1];
  if (foreignWord !== undefined) return [at, describeUnsupported(FOREIGN[foreignWord])];
  const token = /^(?:\w+|:=|[^\s\w])/.exec(rest)?.[0];
  if (token !== undefined) return [at, `${formatSourceExcerpt(token)} is not allowed here`];
  if (rest.trim() === '') return [at, 'the source ends too early'];
  const isAtStart = at === 0 || text[at - 1] === '\n';
  return [at, isAtStart ? 'this line is indented unlike any block above it' : 'the line ends too early'];
}

/** The parts of a node without its comments. */
export function listNodeParts(node: SyntaxNode): readonly SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let part = node.firstChild; part !== null; part = part.nextSibling)
    if (part.name !== 'Comment') parts.push(part);
  return parts;
}
