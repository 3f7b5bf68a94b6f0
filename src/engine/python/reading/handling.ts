import type { SyntaxNode } from '@lezer/common';
import type { ErrorName } from '../limits.ts';
import type { Expression, Handler, Statement } from '../program.ts';
import { ERROR_NAMES, findErrorByName } from '../running/executeStatements.ts';
import type { ExpressionReader } from './expressionReader.ts';
import { listNodeParts, readOwnName } from './function.ts';
import { describeUnsupported, PYTHON_NAMES } from './pythonWords.ts';
import { refuseSource } from './refusal.ts';

/** Reads a block. */
type ReadBlock = (node: SyntaxNode) => readonly Statement[];

/** `try` with its block and those that follow: except, else, finally. @throws Refusal */
export function readTryStatement(reader: ExpressionReader, node: SyntaxNode, block: ReadBlock): Statement {
  const [, body, ...rest] = listNodeParts(node);
  if (body?.name !== 'Body') return refuseSource(node.from, 'this try lacks its block');
  const blocks = { body: block(body), otherwise: NO_STATEMENTS, last: NO_STATEMENTS };
  const handlers: Handler[] = [];
  for (let at = 0; at < rest.length; ) {
    const word = rest[at];
    const to = rest.findIndex((part, place) => place > at && part.name === 'Body');
    if (to < 0) return refuseSource(word.from, `this ${word.name} lacks its block`);
    if (word.name === 'except') {
      if (handlers.at(-1)?.errors === null)
        refuseSource(word.from, 'nothing comes after an except without a name');
      handlers.push(readExceptHandler(reader, word, rest.slice(at + 1, to), () => block(rest[to])));
    } else if (word.name === 'else') blocks.otherwise = block(rest[to]);
    else blocks.last = block(rest[to]);
    at = to + 1;
  }
  if (handlers.length === 0 && (blocks.last === NO_STATEMENTS || blocks.otherwise !== NO_STATEMENTS))
    return refuseSource(node.from, 'this try lacks its except');
  return { kind: 'try', at: reader.place(node), handlers, ...blocks };
}

const NO_STATEMENTS: readonly Statement[] = [];

function readExceptHandler(
  reader: ExpressionReader,
  word: SyntaxNode,
  parts: readonly SyntaxNode[],
  block: () => readonly Statement[],
): Handler {
  const at = reader.place(word);
  if (parts.length === 0) return { at, errors: null, name: null, body: block() };
  const [kind, as, name, more] = parts;
  const isNamed = as?.name === 'as' && name?.name === 'VariableName' && more === undefined;
  if (as !== undefined && !isNamed)
    return refuseSource(as.from, 'an except names one error, or several in parentheses');
  reader.change(kind);
  const errors = readErrorNames(reader, kind);
  const own = as === undefined ? null : readOwnName(reader, name);
  return { at, errors, name: own, body: block() };
}

function readErrorNames(reader: ExpressionReader, node: SyntaxNode): readonly ErrorName[] {
  const isSeveral = node.name === 'TupleExpression' || node.name === 'ParenthesizedExpression';
  const nodes = isSeveral
    ? listNodeParts(node)
        .slice(1, -1)
        .filter(({ name }) => name !== ',')
    : [node];
  if (nodes.length === 0) return refuseSource(node.from, 'these parentheses name no error');
  return nodes.map(part => readErrorName(reader, part));
}

/** An error by its name, which the program gives to nothing else. */
function readErrorName(reader: ExpressionReader, node: SyntaxNode): ErrorName {
  const name = reader.text(node);
  const error = node.name === 'VariableName' ? findErrorByName(name) : null;
  if (error === null)
    return refuseSource(
      node.from,
      `${describeUnsupported(`the error ${name.slice(0, 40)}`)}, which has ${ERROR_NAMES.join(', ')}`,
    );
  reader.names.push({
    name,
    isOwn: false,
    offset: node.from,
    message: `${name} is an error here, and cannot be set`,
  });
  return error;
}

/** `raise`, `raise Error`, `raise Error(values)` or `raise error`. @throws Refusal */
export function readRaiseStatement(reader: ExpressionReader, node: SyntaxNode): Statement {
  const [, raised, more] = listNodeParts(node);
  const at = reader.place(node);
  if (raised === undefined) return { kind: 'raise', at, error: null, values: [] };
  if (more !== undefined)
    return refuseSource(more.from, describeUnsupported(`${reader.text(more)} after raise`));
  reader.change(node);
  const [callee, list] = raised.name === 'CallExpression' ? listNodeParts(raised) : [raised, null];
  const isError = callee.name === 'VariableName' && PYTHON_NAMES.has(reader.text(callee));
  if (!isError) return { kind: 'raise', at, error: null, values: [reader.expression(raised)] };
  return {
    kind: 'raise',
    at,
    error: readErrorName(reader, callee),
    values: list === null ? [] : readRaiseValues(reader, list),
  };
}

function readRaiseValues(reader: ExpressionReader, list: SyntaxNode): readonly Expression[] {
  return listNodeParts(list)
    .slice(1, -1)
    .flatMap((part, at) => {
      if (at % 2 === 0) return [reader.expression(part)];
      return part.name === ',' ? [] : reader.foreign(part);
    });
}
