import type { SyntaxNode } from '@lezer/common';
import { listAssignedNames } from '../listSubexpressions.ts';
import type { Arithmetic, Expression, Statement } from '../program.ts';
import { readAssignmentTarget, readSingleTarget } from './comprehension.ts';
import type { ExpressionReader } from './expressionReader.ts';
import { listNodeParts, readOwnName, readParameterList } from './function.ts';
import { readRaiseStatement, readTryStatement } from './handling.ts';
import { describeUnsupported } from './pythonWords.ts';
import { Refusal, refuseSource } from './refusal.ts';

/** Surroundings of the current place, within its function. */
interface StatementContext {
  readonly loops: number;
  /** Loops and tries, as Python counts them. */
  readonly blocks: number;
  readonly isInFunction: boolean;
}

/** Reads statements one by one, so that each reports its own mistakes. */
export class StatementReader {
  readonly refusals: Refusal[] = [];
  readonly #reader: ExpressionReader;
  #around: StatementContext = { loops: 0, blocks: 0, isInFunction: false };

  constructor(reader: ExpressionReader) {
    this.#reader = reader;
  }

  /** @param indentation white space required before each statement that begins its line */
  block(nodes: readonly SyntaxNode[], indentation: string): readonly Statement[] {
    return nodes.flatMap(node => {
      const read = this.#attempt(() => {
        this.#checkIndentation(node, indentation);
        return this.#statements(node, indentation);
      });
      return read ?? [];
    });
  }

  #attempt<Part>(read: () => Part): Part | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusals.push(error);
      return null;
    }
  }

  /**
   * Checks the indentation, of which the grammar accepts any that seems to fit; Python wants it uniform
   * within a block.
   */
  #checkIndentation(node: SyntaxNode, indentation: string): void {
    if (this.#reader.source.before(node.from) !== indentation)
      refuseSource(node.from, 'this line is not indented like its block');
  }

  #statements(node: SyntaxNode, indentation: string): readonly Statement[] {
    if (node.name === 'StatementGroup') return this.#group(node);
    const compound = COMPOUND[node.name];
    if (compound === undefined) return this.#simple(node);
    this.#reader.count(node);
    return this.#reader.within(node, () => [this[compound](node, indentation)]);
  }

  /** Statements with semicolons between them, and possibly one at the end. */
  #group(node: SyntaxNode): readonly Statement[] {
    return listNodeParts(node).flatMap((part, at) => {
      if (at % 2 === 1 || part.name !== ';') return at % 2 === 1 ? [] : this.#simple(part);
      return refuseSource(part.from, 'a semicolon with nothing before it');
    });
  }

  #simple(node: SyntaxNode): readonly Statement[] {
    this.#reader.count(node);
    switch (node.name) {
      case 'PassStatement':
        return [];
      case 'AssignStatement':
        return [readAssignment(this.#reader, node)];
      case 'UpdateStatement':
        return [readAugmentedAssignment(this.#reader, node)];
      case 'ExpressionStatement':
        return [
          {
            kind: 'expression',
            at: this.#reader.place(node),
            value: readSingleExpression(this.#reader, listNodeParts(node)),
          },
        ];
      case 'BreakStatement':
        return [this.#leap(node, 'break')];
      case 'ContinueStatement':
        return [this.#leap(node, 'continue')];
      case 'RaiseStatement':
        return [readRaiseStatement(this.#reader, node)];
      case 'DeleteStatement':
        return [this.#delete(node)];
      case 'ReturnStatement':
        return [this.#return(node)];
      case 'ImportStatement':
        return refuseSource(
          node.from,
          `${describeUnsupported('import')}${INSTEAD[this.#module(node)] ?? ''}`,
        );
      default:
        return this.#reader.foreign(node);
    }
  }

  /** The first module that an import names. */
  #module(node: SyntaxNode): string {
    return /^(?:from|import)\s+(\w+)/.exec(this.#reader.text(node))?.[1] ?? '';
  }

  #leap(node: SyntaxNode, kind: 'break' | 'continue'): Statement {
    if (this.#around.loops === 0) refuseSource(node.from, `${kind} belongs into a loop`);
    return { kind, at: this.#reader.place(node) };
  }

  #delete(node: SyntaxNode): Statement {
    const targets = listNodeParts(node)
      .slice(1)
      .flatMap((part, at) => (at % 2 === 0 ? [readSingleTarget(this.#reader, part)] : []));
    const variable = targets.find(({ kind }) => kind === 'variable');
    if (variable !== undefined)
      refuseSource(node.from, 'a variable of the context is not deleted; set it to None');
    return { kind: 'delete', at: this.#reader.place(node), targets };
  }

  #return(node: SyntaxNode): Statement {
    if (!this.#around.isInFunction) refuseSource(node.from, 'return belongs into a function');
    const parts = listNodeParts(node).slice(1);
    return {
      kind: 'return',
      at: this.#reader.place(node),
      value: parts.length === 0 ? null : readExpressionList(this.#reader, parts),
    };
  }

  /** if, elif and else, each with its block and, except else, a test. */
  if(node: SyntaxNode, indentation: string): Statement {
    const parts = listNodeParts(node);
    const branches: { test: ReturnType<ExpressionReader['expression']>; body: readonly Statement[] }[] = [];
    let otherwise: readonly Statement[] = [];
    for (let at = 0; at < parts.length; ) {
      const word = parts[at];
      if (at > 0) this.#checkIndentation(word, indentation);
      const isElse = word.name === 'else';
      const body = parts[at + (isElse ? 1 : 2)];
      if (body?.name !== 'Body') refuseSource(word.from, `this ${word.name} lacks its test or its block`);
      const test = isElse ? null : this.#attempt(() => this.#reader.expression(parts[at + 1]));
      const statements = this.#body(body, indentation);
      if (isElse) otherwise = statements;
      else if (test !== null) branches.push({ test, body: statements });
      at += isElse ? 2 : 3;
    }
    return { kind: 'if', at: this.#reader.place(node), branches, otherwise };
  }

  /** `for target in source` or `while test`, with its block. */
  for(node: SyntaxNode, indentation: string): Statement {
    const parts = listNodeParts(node);
    const into = parts.findIndex(({ name }) => name === 'in');
    const source = this.#attempt(() => {
      const target = readAssignmentTarget(this.#reader, parts.slice(1, into));
      const [value, more] = parts.slice(into + 1);
      if (more.name !== 'Body') refuseSource(more.from, 'put parentheses around what the loop goes through');
      return { target, source: this.#reader.iterable(value) };
    });
    const blocks = this.#loop(parts, indentation);
    const at = this.#reader.place(node);
    return source === null ? { kind: 'break', at } : { kind: 'for', at, ...source, ...blocks };
  }

  while(node: SyntaxNode, indentation: string): Statement {
    const parts = listNodeParts(node);
    const test = this.#attempt(() => this.#reader.expression(parts[1]));
    const blocks = this.#loop(parts, indentation);
    const at = this.#reader.place(node);
    return test === null ? { kind: 'break', at } : { kind: 'while', at, test, ...blocks };
  }

  /** `def name(parameters)` with its block, in which loops outside of it do not count. */
  def(node: SyntaxNode, indentation: string): Statement {
    const [word, name, list, body, more] = listNodeParts(node);
    if (list?.name !== 'ParamList' || name.name !== 'VariableName')
      return refuseSource(word.from, 'this def lacks its name');
    this.#reader.change(node);
    const own = readOwnName(this.#reader, name);
    const parameters =
      this.#attempt(() => readParameterList(this.#reader, listNodeParts(list).slice(1, -1))) ?? [];
    if (body?.name !== 'Body' || more !== undefined) return this.#reader.foreign(body ?? list);
    const [statements, levels] = this.#reader.depthOf(() =>
      this.#within({ loops: 0, blocks: 0, isInFunction: true }, node, () => this.#body(body, indentation)),
    );
    const names = new Set([...parameters.map(parameter => parameter.name), ...listAssignedNames(statements)]);
    return {
      kind: 'function',
      at: this.#reader.place(node),
      name: own,
      made: { parameters, own: [...names], levels, body: statements },
    };
  }

  try(node: SyntaxNode, indentation: string): Statement {
    for (const part of listNodeParts(node))
      if (/^(?:except|else|finally)$/.test(part.name)) this.#checkIndentation(part, indentation);
    const inside = { ...this.#around, blocks: this.#around.blocks + BLOCKS_OF_TRY };
    return this.#within(inside, node, () =>
      readTryStatement(this.#reader, node, body => this.#body(body, indentation)),
    );
  }

  /** The block of a loop, and that of its else. */
  #loop(parts: readonly SyntaxNode[], indentation: string) {
    const [block, word, last] = parts.slice(parts.findIndex(({ name }) => name === 'Body'));
    if (block?.name !== 'Body') return refuseSource(parts[0].from, `this ${parts[0].name} lacks its block`);
    const { loops, blocks } = this.#around;
    const inside = { ...this.#around, loops: loops + 1, blocks: blocks + 1 };
    const body = this.#within(inside, parts[0], () => this.#body(block, indentation));
    if (word === undefined) return { body, otherwise: [] };
    this.#checkIndentation(word, indentation);
    if (last?.name !== 'Body') return refuseSource(word.from, 'this else lacks its block');
    return { body, otherwise: this.#body(last, indentation) };
  }

  /** Reads the statements within loops or a function. */
  #within<Part>(inside: StatementContext, node: SyntaxNode, read: () => Part): Part {
    if (inside.blocks > MAX_BLOCKS)
      refuseSource(
        node.from,
        `more than ${MAX_BLOCKS} loops in each other, a try counting as ${BLOCKS_OF_TRY}`,
      );
    const outside = this.#around;
    this.#around = inside;
    try {
      return read();
    } finally {
      this.#around = outside;
    }
  }

  #body(node: SyntaxNode, outside: string): readonly Statement[] {
    const statements = listNodeParts(node).slice(1);
    const [first] = statements;
    if (first === undefined) return refuseSource(node.from, 'this block is empty');
    const inside = this.#reader.source.before(first.from);
    if (inside.trim() !== '') return this.#inline(statements);
    if (!inside.startsWith(outside) || inside === outside)
      return refuseSource(first.from, 'this line is not indented further than the line it belongs to');
    return this.block(statements, inside);
  }

  /** A block on the line of its colon. */
  #inline(nodes: readonly SyntaxNode[]): readonly Statement[] {
    return nodes.flatMap(node => this.#attempt(() => this.#statements(node, '')) ?? []);
  }
}

/** Python's own limit on blocks in each other, and what a try with all its parts takes of it. */
const MAX_BLOCKS = 20;
const BLOCKS_OF_TRY = 3;

/** Statements with a block, by the grammar's name. */
const COMPOUND: Readonly<Record<string, 'def' | 'if' | 'for' | 'try' | 'while' | undefined>> = {
  ForStatement: 'for',
  FunctionDefinition: 'def',
  IfStatement: 'if',
  TryStatement: 'try',
  WhileStatement: 'while',
};

/** Replacements for modules. */
const INSTEAD: Readonly<Record<string, string | undefined>> = {
  math: '; instead of math there are abs, round, min, max, sum, // and **',
  random: '; nothing is random here, so that a run can be repeated: use a variable of the world or the tick',
};

/** One expression, and nothing else. */
function readSingleExpression(reader: ExpressionReader, parts: readonly SyntaxNode[]): Expression {
  if (parts.length === 0) return refuseSource(0, 'an expression is missing');
  const value = reader.expression(parts[0]);
  return parts.length === 1 ? value : reader.foreign(parts[1]);
}

/** One expression, or several with commas between them: a tuple. */
function readExpressionList(reader: ExpressionReader, parts: readonly SyntaxNode[]): Expression {
  if (parts.length < 2) return readSingleExpression(reader, parts);
  const items = parts.flatMap((part, at) => {
    if (at % 2 === 0) return [reader.expression(part)];
    return part.name === ',' ? [] : reader.foreign(part);
  });
  return { kind: 'tuple', at: reader.place(parts[0]), items };
}

/** `target = target = value` */
function readAssignment(reader: ExpressionReader, node: SyntaxNode): Statement {
  const sides: SyntaxNode[][] = [[]];
  for (const part of listNodeParts(node))
    if (part.name === 'AssignOp') sides.push([]);
    else sides[sides.length - 1].push(part);
  const typed = sides[0].find(({ name }) => name === 'TypeDef');
  if (typed !== undefined) return reader.foreign(typed);
  return {
    kind: 'assign',
    at: reader.place(node),
    targets: sides.slice(0, -1).map(side => readAssignmentTarget(reader, side)),
    value: readExpressionList(reader, sides[sides.length - 1]),
  };
}

/** `target += value` and the like. */
function readAugmentedAssignment(reader: ExpressionReader, node: SyntaxNode): Statement {
  const parts = listNodeParts(node);
  const at = parts.findIndex(({ name }) => name === 'UpdateOp');
  const operator = reader.text(parts[at]).slice(0, -1);
  if (at !== 1) refuseSource(node.from, 'only one name can be updated at once');
  if (!UPDATES.has(operator)) return refuseSource(parts[at].from, describeUnsupported(`${operator}=`));
  const target = readSingleTarget(reader, parts[0]);
  const value = readExpressionList(reader, parts.slice(at + 1));
  const isCount = value.kind === 'constant' && typeof value.value !== 'string';
  // A list may be what is updated.
  if (operator === '*' || (operator === '+' && !isCount)) reader.change(node);
  return { kind: 'update', at: reader.place(node), target, operator: operator as Arithmetic, value };
}

const UPDATES: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//', '%']);
