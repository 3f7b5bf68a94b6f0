import type { SyntaxNode } from '@lezer/common';
import { findArtifactEntry } from './artifact.ts';
import { PROGRAM_LIMITS } from './limits.ts';
import { listAssignedNames, listSubexpressions } from './listSubexpressions.ts';
import type {
  Condition,
  ContextRead,
  Definition,
  Expression,
  Parsed,
  Program,
  Statement,
  Target,
} from './program.ts';
import { createExpressionReader } from './reading/createExpressionReader.ts';
import type { Rights } from './reading/expressionReader.ts';
import { listNodeParts, parseSyntaxTree } from './reading/function.ts';
import { Refusal, refuseSource, Source } from './reading/refusal.ts';
import { StatementReader } from './reading/statementReader.ts';
import type { Place, SourceProblem } from './sourcePlace.ts';

/** Most problems reported for one source. */
const MAX_PROBLEMS = 20;

/** Reads a code step: statements in this language's subset of Python. */
export const parseCodeStep = (source: string): Parsed<Program> =>
  parseStatements(source, { changes: true, sets: true, asks: false });

/** Reads an artifact: statements that define `run`, which may ask other artifacts and changes nothing outside. */
export function parseArtifact(source: string): Parsed<Program> {
  const parsed = parseStatements(source, { changes: true, sets: false, asks: true });
  if (parsed.kind === 'refused' || findArtifactEntry(parsed.program) !== null) return parsed;
  const message = 'an artifact lacks “def run(…):”, which gives its answer';
  return { kind: 'refused', problems: [{ line: 1, column: 1, message }] };
}

function parseStatements(source: string, rights: Rights): Parsed<Program> {
  return parseGuarded(source, PROGRAM_LIMITS.code, read => {
    const reader = createExpressionReader(read, rights);
    const statements = new StatementReader(reader);
    const parts = listNodeParts(parseSyntaxTree(read));
    const [body, levels] = reader.depthOf(() => statements.block(parts, ''));
    const refusals = [...statements.refusals, ...reader.misused];
    if (refusals.length > 0) return createRefusedResult(read, refusals);
    const names = new BoundNames(listAssignedNames(body));
    names.statements(body, new Sure());
    return {
      kind: 'parsed',
      program: {
        body,
        reads: [...names.reads.values()],
        sets: [...names.sets],
        isPlain: reader.isPlain,
        levels,
      },
    };
  });
}

/**
 * Reads a condition: one expression, for instance `balance > 10 and not done`.
 * @param asks true if it may ask artifacts
 */
export function parseConditionSource(source: string, asks = false): Parsed<Condition> {
  return parseGuarded(source, PROGRAM_LIMITS.condition, read => {
    const reader = createExpressionReader(read, { changes: false, sets: false, asks });
    const expression = reader.expression(requireOneExpression(read));
    if (reader.misused.length > 0) return createRefusedResult(read, reader.misused);
    const names = new BoundNames();
    names.expression(expression, new Sure());
    return { kind: 'parsed', program: { expression, reads: [...names.reads.values()] } };
  });
}

function requireOneExpression(source: Source): SyntaxNode {
  const [statement, second] = listNodeParts(parseSyntaxTree(source));
  if (statement === undefined) return refuseSource(0, 'a condition is missing');
  const [expression, rest] = listNodeParts(statement);
  if (second !== undefined || statement.name !== 'ExpressionStatement' || rest !== undefined)
    return refuseSource((second ?? rest ?? statement).from, 'a condition is one expression and nothing else');
  const { line, column } = source.place(expression.from);
  // Python strips white space before a condition, but not on a later line.
  if (line > 1 && column > 1) return refuseSource(expression.from, 'this line is indented');
  return expression;
}

function parseGuarded<T>(text: string, most: number, read: (source: Source) => Parsed<T>): Parsed<T> {
  if (text.length > most) {
    const message = `${text.length} characters of source; at most ${most} are read`;
    return { kind: 'refused', problems: [{ line: 1, column: 1, message }] };
  }
  const source = new Source(text.replaceAll('\r\n', '\n'));
  try {
    return read(source);
  } catch (error) {
    if (error instanceof Refusal) return createRefusedResult(source, [error]);
    throw error;
  }
}

function createRefusedResult(
  source: Source,
  refusals: readonly Refusal[],
): { kind: 'refused'; problems: readonly SourceProblem[] } {
  const inOrder = [...refusals].sort((one, other) => one.offset - other.offset).slice(0, MAX_PROBLEMS);
  return { kind: 'refused', problems: inOrder.map(refusal => source.problem(refusal)) };
}

/** Names that are certainly set: in a block, and before it. */
class Sure {
  readonly own = new Set<string>();
  readonly #before: Sure | null;

  constructor(before: Sure | null = null) {
    this.#before = before;
  }

  has(name: string): boolean {
    return this.own.has(name) || (this.#before?.has(name) ?? false);
  }

  add(name: string): void {
    if (!this.has(name)) this.own.add(name);
  }
}

/** Names that a program reads without having certainly set them, and names that it sets. */
class BoundNames {
  readonly reads = new Map<string, ContextRead>();
  readonly sets = new Set<string>();
  /** Names that the program sets anywhere: when a function is called they may have a value. */
  readonly #known: readonly string[];

  constructor(known: readonly string[] = []) {
    this.#known = known;
  }

  /** @param surely names certainly set before the statements; afterwards, also by them */
  statements(statements: readonly Statement[], surely: Sure): void {
    for (const statement of statements) this.#statement(statement, surely);
  }

  #statement(statement: Statement, surely: Sure): void {
    switch (statement.kind) {
      case 'expression':
        this.expression(statement.value, surely);
        return;
      case 'assign':
        this.expression(statement.value, surely);
        for (const target of statement.targets) this.#target(target, surely);
        return;
      case 'update':
        this.expression(statement.target, surely);
        this.expression(statement.value, surely);
        // A name that is only updated must come from elsewhere.
        this.#target(statement.target, surely, false);
        return;
      case 'if':
        this.#if(statement, surely);
        return;
      case 'for': {
        this.expression(statement.source, surely);
        const inside = new Sure(surely);
        this.#target(statement.target, inside);
        this.statements(statement.body, inside);
        this.statements(statement.otherwise, new Sure(surely));
        return;
      }
      case 'delete':
        for (const target of statement.targets) if (target.kind === 'item') this.#target(target, surely);
        return;
      case 'while':
        this.expression(statement.test, surely);
        this.statements(statement.body, new Sure(surely));
        this.statements(statement.otherwise, new Sure(surely));
        return;
      case 'function':
        this.statements(statement.made.body, this.#inside(statement.made, surely));
        surely.add(encodeLocalName(statement.name));
        return;
      case 'raise':
        for (const value of statement.values) this.expression(value, surely);
        return;
      case 'try':
        this.#try(statement, surely);
        return;
      case 'return':
        if (statement.value !== null) this.expression(statement.value, surely);
    }
  }

  #if(statement: Extract<Statement, { kind: 'if' }>, surely: Sure): void {
    for (const { test } of statement.branches) this.expression(test, surely);
    this.#either([...statement.branches.map(({ body }) => body), statement.otherwise], surely);
  }

  /** One of several blocks: what all of them set that do not leap is set for sure. */
  #either(blocks: readonly (readonly Statement[])[], surely: Sure): void {
    const ends = blocks.flatMap(body => {
      const end = new Sure(surely);
      this.statements(body, end);
      return LEAPS.has(body.at(-1)?.kind) ? [] : [end];
    });
    for (const name of ends[0]?.own ?? []) if (ends.every(end => end.has(name))) surely.add(name);
  }

  /** The name of an error is taken for one that is set, although it lasts for its block alone. */
  #try({ body, handlers, otherwise, last }: Extract<Statement, { kind: 'try' }>, surely: Sure): void {
    for (const { name } of handlers) if (name !== null) surely.add(encodeLocalName(name));
    this.#either([[...body, ...otherwise], ...handlers.map(handler => handler.body)], surely);
    this.statements(last, surely);
  }

  /** @param isNew whether it gets a fresh value */
  #target(target: Target, surely: Sure, isNew = true): void {
    if (target.kind === 'targets') {
      for (const part of target.targets) this.#target(part, surely);
      return;
    }
    if (target.kind === 'name') {
      surely.add(encodeLocalName(target.name));
      return;
    }
    if (target.kind === 'item') {
      this.expression(target.object, surely);
      this.expression(target.index, surely);
      return;
    }
    this.expression(target.key, surely);
    const name = getLiteralKey(target.key);
    if (name === null) return;
    if (isNew) this.sets.add(name);
    surely.add(encodeVariableName(name));
  }

  /** All that an expression may read. */
  expression(expression: Expression, before: Sure): void {
    if (expression.kind === 'name' && !before.has(encodeLocalName(expression.name)))
      this.#read(expression.name, expression.at, before);
    if (expression.kind === 'variable') {
      const name = getLiteralKey(expression.key);
      if (name !== null) this.#read(name, expression.at, before);
    }
    if (expression.kind === 'comprehension') this.#comprehension(expression, before);
    else if (expression.kind === 'lambda')
      this.expression(expression.made.body, this.#inside(expression.made, before));
    else for (const part of listSubexpressions(expression)) this.expression(part, before);
  }

  /** Reads what parameters fall back on; names that have a value within a function. */
  #inside({ parameters, own }: Definition<unknown>, before: Sure): Sure {
    for (const { fallback } of parameters) if (fallback !== null) this.expression(fallback, before);
    const inside = new Sure(before);
    for (const name of [...this.#known, ...own]) inside.add(encodeLocalName(name));
    return inside;
  }

  /** The names that it sets are its own. */
  #comprehension(expression: Extract<Expression, { kind: 'comprehension' }>, before: Sure): void {
    const inside = new Sure(before);
    for (const { target, source, tests } of expression.clauses) {
      this.expression(source, inside);
      this.#target(target, inside);
      for (const test of tests) this.expression(test, inside);
    }
    if (expression.key !== null) this.expression(expression.key, inside);
    this.expression(expression.value, inside);
  }

  #read(name: string, at: Place, before: Sure): void {
    if (!before.has(encodeVariableName(name)) && !this.reads.has(name)) this.reads.set(name, { name, ...at });
  }
}

/** Statements after which a block does not go on. */
const LEAPS: ReadonlySet<Statement['kind'] | undefined> = new Set([
  'break',
  'continue',
  'raise',
  'return',
] as const);

const encodeLocalName = (name: string): string => `local ${name}`;
const encodeVariableName = (name: string): string => `variable ${name}`;

const getLiteralKey = (key: Expression): string | null =>
  key.kind === 'constant' && typeof key.value === 'string' ? key.value : null;
