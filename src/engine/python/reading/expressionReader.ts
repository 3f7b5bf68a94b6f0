import type { SyntaxNode } from '@lezer/common';
import { PROGRAM_LIMITS } from '../limits.ts';
import type { Expression } from '../program.ts';
import { isViewExpression } from '../running/iterateExpression.ts';
import type { Place } from '../sourcePlace.ts';
import { parseNumberLiteral, parseStringLiteral } from './literal.ts';
import { TOO_DEEP } from './prescanSource.ts';
import { describeUnsupported, FOREIGN, KEYWORDS } from './pythonWords.ts';
import { Refusal, refuseSource, type Source } from './refusal.ts';

/** Turns one kind of node into an expression. */
type ExpressionReading = (reader: ExpressionReader, node: SyntaxNode) => Expression;
/** A white list, by the grammar's names. */
export type Readings = Readonly<Record<string, ExpressionReading>>;

/** Rights of a source, beyond reading the context and computing. */
export interface Rights {
  /** Changing values in place, and making functions by `def`. */
  readonly changes: boolean;
  /** Setting variables of the context. */
  readonly sets: boolean;
  /** Asking artifacts, by `invoke`. */
  readonly asks: boolean;
}

/** A use of a name, refused if the program never binds that name, or binds it itself. */
interface NameUse {
  readonly name: string;
  /** True if the name must be the program's own. */
  readonly isOwn: boolean;
  readonly offset: number;
  readonly message: string;
}

/** Makes expressions of a tree. */
export class ExpressionReader {
  readonly source: Source;
  /** Names that the program gives to something. */
  readonly bound = new Set<string>();
  readonly names: NameUse[] = [];
  /**
   * True until something is read that changes a value in place, a function other than those that choose or sort, or an
   * error.
   */
  #isPlain = true;
  readonly #rights: Rights;
  readonly #readings: Readings;
  #nodes = 0;
  #nesting = 0;
  #deepest = 0;
  /** True if the next expression may be a view. */
  #mayBeView = false;

  /** @param readings allowed expressions, by the grammar's name */
  constructor(source: Source, readings: Readings, rights: Rights) {
    this.source = source;
    this.#rights = rights;
    this.#readings = readings;
  }

  /** @throws Refusal for anything not on the white list, or too much of it */
  expression(node: SyntaxNode): Expression {
    this.count(node);
    const reading = Object.hasOwn(this.#readings, node.name) ? this.#readings[node.name] : null;
    if (reading === null) return this.foreign(node);
    const mayBeView = this.#mayBeView;
    this.#mayBeView = false;
    const read = this.within(node, () => reading(this, node));
    if (!mayBeView && isViewExpression(read))
      refuseSource(
        node.from,
        `${read.name}(…) can only be gone through; write list(${read.name}(…)) for a list`,
      );
    return read;
  }

  /** An expression that is iterated: here it may be range(), zip(), items() and the like. */
  iterable(node: SyntaxNode): Expression {
    this.#mayBeView = true;
    return this.expression(node);
  }

  /** Counts one more part of the program. */
  count(node: SyntaxNode): void {
    this.#nodes += 1;
    if (this.#nodes > PROGRAM_LIMITS.nodes)
      refuseSource(node.from, `more than ${PROGRAM_LIMITS.nodes} statements and expressions`);
  }

  /** Reads a part that is nested one level deeper. */
  within<Part>(node: SyntaxNode, read: () => Part): Part {
    if (this.#nesting >= PROGRAM_LIMITS.nesting) refuseSource(node.from, TOO_DEEP);
    this.#nesting += 1;
    this.#deepest = Math.max(this.#deepest, this.#nesting);
    try {
      return read();
    } finally {
      this.#nesting -= 1;
    }
  }

  /** Notes what changes a value in place, or what is not to be kept. @throws Refusal in a condition */
  change(node: SyntaxNode, message = 'a condition changes nothing; do this in a code step'): void {
    if (!this.#rights.changes) refuseSource(node.from, message);
    this.#isPlain = false;
  }

  /** Notes that a variable of the context is set. @throws Refusal in an artifact */
  setVariable(node: SyntaxNode): void {
    if (!this.#rights.sets)
      refuseSource(node.from, 'an artifact sets no variable of the context; return a value from run()');
  }

  /** True if artifacts may be asked. */
  get asksArtifacts(): boolean {
    return this.#rights.asks;
  }

  get isPlain(): boolean {
    return this.#isPlain;
  }

  /** Reads a part. @returns its depth in levels */
  depthOf<Part>(read: () => Part): readonly [Part, number] {
    const before = this.#deepest;
    this.#deepest = this.#nesting;
    const part = read();
    const levels = this.#deepest - this.#nesting;
    this.#deepest = Math.max(before, this.#deepest);
    return [part, levels];
  }

  /** Refusals of names that are not what their use needs; known when all is read. */
  get misused(): readonly Refusal[] {
    return this.names
      .filter(({ name, isOwn }) => this.bound.has(name) !== isOwn)
      .map(({ offset, message }) => new Refusal(offset, message));
  }

  foreign(node: SyntaxNode): never {
    const text = this.text(node);
    const what = FOREIGN[node.name] ?? FOREIGN[text] ?? (text.slice(0, 20) || 'what stands here');
    return refuseSource(node.from, describeUnsupported(what));
  }

  text(node: SyntaxNode): string {
    return this.source.text.slice(node.from, node.to);
  }

  place(node: SyntaxNode): Place {
    return this.source.place(node.from);
  }

  /** The value of a plain string literal. */
  string(node: SyntaxNode): string {
    return node.name === 'String' ? parseStringLiteral(this.text(node), node.from) : this.foreign(node);
  }

  /** A name that may be read or set. */
  name(node: SyntaxNode): string {
    const name = this.text(node);
    if (name.includes('__'))
      refuseSource(node.from, describeUnsupported(`a name with two underscores (${name.slice(0, 40)})`));
    if (KEYWORDS.has(name)) refuseSource(node.from, `${name} is a word of Python and no name`);
    if (name.length > PROGRAM_LIMITS.name)
      refuseSource(node.from, `a name of more than ${PROGRAM_LIMITS.name} letters`);
    return name;
  }

  number(node: SyntaxNode): bigint | number {
    if (/\w/.test(this.source.text.charAt(node.to)))
      refuseSource(node.from, 'a number is followed by a letter; put a space between them');
    return parseNumberLiteral(this.text(node), node.from);
  }
}
