import type { Scalar } from 'yaml';
import { findComparedStrings } from '../../../python/findComparedStrings.ts';
import type { Condition as Expression, Program } from '../../../python/program.ts';
import type { Mention } from '../reports/workflowDetail.ts';
import type { Problems } from './problems.ts';
import { resolveNestedPlace } from './promptTemplate.ts';

/** Form of a name: as a word, in quotation marks, as a block of lines, as a string of Python. */
type Writing = 'plain' | 'single' | 'double' | 'block' | 'python';

/** A place that names a state, and how. */
export interface WrittenMention extends Mention {
  readonly writing: Writing;
}

const WRITINGS: Readonly<Record<string, Writing>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'block',
  BLOCK_FOLDED: 'block',
};
const LITERAL = /^(['"])((?:(?!\1)[^\\\n])*)\1/;

/** Collects the places at which a text names its states, once each. */
export class Mentions {
  readonly #found = new Map<number, WrittenMention>();
  /** States that are named in Python at an unknown place of the text, with its first line. */
  readonly hidden = new Map<string, number>();
  /** Place of each state's declaration. */
  readonly declared = new Map<string, Scalar>();
  /** States that are named in another place than that, or words in code. */
  readonly used = new Set<string>();
  /** The places that name no declared state, in the order in which they were read. */
  readonly strangers: { readonly text: string; readonly node: Scalar }[] = [];

  constructor(private readonly problems: Problems) {}

  /** The mentions in the order of the text. */
  get all(): readonly WrittenMention[] {
    return [...this.#found.values()].sort((a, b) => a.from - b.from);
  }

  /** Adds a state with the place that declares it. */
  declare(state: string, node: Scalar): void {
    this.declared.set(state, node);
    this.#putScalar(state, node);
  }

  add(state: string, node: Scalar): void {
    this.used.add(state);
    this.#putScalar(state, node);
  }

  /** Adds the strings of a program that are compared with the variable `state`. */
  addPython(program: Program | Expression, scalar: Scalar): void {
    const anchor = this.problems.anchorOf(scalar);
    const { text, lines } = this.problems;
    for (const { value, ...inside } of findComparedStrings(program, 'state')) {
      this.used.add(value);
      const { line, column } = resolveNestedPlace(anchor, inside);
      const from = (lines.lineStarts[line - 1] ?? 0) + column - 1;
      const literal = LITERAL.exec(text.slice(from, from + value.length + 2));
      if (anchor.isExact && literal?.[2] === value)
        this.#put({ state: value, from, to: from + literal[0].length, writing: 'python' });
      else this.hidden.set(value, line);
    }
  }

  /** Takes out the strings of Python that are compared with `state` and name none. */
  takeStrangers(states: ReadonlyMap<string, number>): readonly WrittenMention[] {
    const strangers = this.all.filter(({ state }) => !states.has(state));
    for (const { from } of strangers) this.#found.delete(from);
    return strangers;
  }

  #putScalar(state: string, { range, type }: Scalar): void {
    if (range) this.#put({ state, from: range[0], to: range[1], writing: WRITINGS[type ?? ''] ?? 'plain' });
  }

  #put(mention: WrittenMention): void {
    this.#found.set(mention.from, mention);
  }
}
