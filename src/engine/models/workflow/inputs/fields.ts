import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml';
import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { findNearestWord } from '../../../core/findNearestWord.ts';
import { Mentions } from './mentions.ts';
import type { Problems } from './problems.ts';

/** Aliases that are followed in one text: each may stand for a list of others. */
const MAX_ALIASES = 100;
/** UTF-16 units of a name. */
const MAX_WORKFLOW_NAME_LENGTH = 100;

type Found = Node | null;

/** The fields of one map: only allowed ones, each once. */
export interface MapFields {
  /** Offset of the map. */
  readonly offset: number;
  get(name: string): Found;
  has(name: string): boolean;
  /** True if it is absent, even in a misspelling, which has been reported. */
  lacks(name: string): boolean;
}

/** Text with its node. */
export interface TextWithNode {
  readonly text: string;
  readonly node: Scalar;
}

/** Reads values out of a parsed text, and reports those that are not as they should be. */
export class FieldReader {
  /** Places that name states. */
  readonly mentions: Mentions;
  #aliases = 0;

  constructor(
    readonly problems: Problems,
    private readonly yaml: Document,
  ) {
    this.mentions = new Mentions(problems);
  }

  /** The node behind an alias; other nodes are themselves. */
  resolve(node: unknown): Found {
    if (!isAlias(node)) return (node ?? null) as Found;
    if (this.#aliases++ === MAX_ALIASES)
      this.error(node, `more than ${MAX_ALIASES} aliases are followed here; that is the limit`);
    if (this.#aliases > MAX_ALIASES) return null;
    const meant = node.resolve(this.yaml) ?? null;
    if (meant === null) this.error(node, `no anchor is called “${node.source}” before this place`);
    return isAlias(meant) ? null : meant;
  }

  error(node: unknown, message: string, meant: string | null = null): void {
    // An alias without an anchor has already been reported.
    if (node === null && this.problems.hasErrors) return;
    const [from, to] = getScalarRange(node);
    const line = this.problems.text.slice(from, to).split('\n')[0];
    this.problems.error(from, line.trimEnd().length, message, meant);
  }

  warn(node: unknown, message: string, meant: string | null): void {
    const [from, to] = getScalarRange(node);
    this.problems.warn(this.problems.at(from), to - from, message, meant);
  }

  /**
   * @param what it is: "a step"
   * @param names of the fields that it may have
   * @param needed of these, if further fields, which another program may read, are warned of rather than refused
   */
  fields(
    node: Found,
    what: string,
    names: readonly string[],
    needed: string | null = null,
  ): MapFields | null {
    if (!isMap(node)) {
      this.error(node, `${what} has fields (${names.join(', ')}), but this is ${describeNodeKind(node)}`);
      return null;
    }
    const values = new Map<string, Found>();
    const missing = listAbsentFields(names, node);
    const misspelt = new Set<string>();
    const seen = new Set<string>();
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.source ?? key.value) : null;
      if (name === null)
        this.error(key, `a field's name is a word, but this is ${describeNodeKind(key as Found)}`);
      else if (seen.has(name)) this.error(key, `${what} has “${formatYamlWord(name)}” twice`);
      else if (!names.includes(name)) {
        if (this.problems.isFull) continue;
        const lost = findNearestWord(name, missing);
        const meant = lost ?? findNearestWord(name, names);
        if (lost !== null) misspelt.add(lost);
        if (needed !== null && lost !== needed) {
          this.warn(key, `${what} has a field “${formatYamlWord(name)}”, which is not read here`, meant);
          continue;
        }
        const there = meant === null ? `; known fields: ${names.join(', ')}` : '';
        this.error(key, `${what} has no field “${formatYamlWord(name)}”${there}`, meant);
      } else if (value === null) this.error(key, `“${name}” has no value`);
      else values.set(name, this.resolve(value));
      if (name !== null) seen.add(name);
    }
    return {
      offset: getNodeRange(node)[0],
      get: name => values.get(name) ?? null,
      has: name => values.has(name),
      lacks: name => !values.has(name) && !misspelt.has(name),
    };
  }

  /** A map with names of the author's own, in order; null if the value is not a map. */
  entries(
    node: Found,
    what: string,
  ): readonly { readonly key: TextWithNode; readonly value: Found }[] | null {
    if (!isMap(node)) {
      this.error(node, `${what} is a map from words to words, but this is ${describeNodeKind(node)}`);
      return null;
    }
    const seen = new Set<string>();
    return node.items.flatMap(({ key, value }) => {
      const text = isScalar(key) ? String(key.source ?? key.value).trim() : '';
      const wrong = findNameMistake(text);
      if (!isScalar(key) || text === '') this.error(key, `${what}: a key is a word`);
      else if (wrong !== null) this.error(key, `a key of ${what} ${wrong}`);
      else if (seen.has(text)) this.error(key, `${what} has “${formatYamlWord(text)}” twice`);
      else {
        seen.add(text);
        return [{ key: { text, node: key }, value: this.resolve(value) }];
      }
      return [];
    });
  }

  list(node: Found, what: string): readonly Found[] | null {
    if (isSeq(node)) return node.items.map(item => this.resolve(item));
    this.error(node, `${what} is a list, but this is ${describeNodeKind(node)}`);
    return null;
  }

  /** A name: one non-empty line. */
  name(node: Found, what: string): TextWithNode | null {
    const found = this.text(node, what);
    if (found === null) return null;
    const text = found.text.trim();
    const wrong = findNameMistake(text);
    if (wrong === null) return { text, node: found.node };
    this.error(node, `${what} ${wrong}`);
    return null;
  }

  text(node: Found, what: string): TextWithNode | null {
    if (isScalar(node) && typeof node.value === 'string') return { text: node.value, node };
    const quoted = isScalar(node) && node.value !== null ? '; put it in quotes' : '';
    this.error(node, `${what} is text, but this is ${describeNodeKind(node)}${quoted}`);
    return null;
  }

  oneOf<Word extends string>(node: Found, what: string, words: readonly Word[]): Word | null {
    const found = this.text(node, what);
    if (found === null) return null;
    const word = words.find(one => one === found.text);
    if (word !== undefined) return word;
    const meant = findNearestWord(found.text, words);
    this.error(node, `${what} is ${formatAlternatives(words)}, not “${formatYamlWord(found.text)}”`, meant);
    return null;
  }

  whole(node: Found, what: string, least: number, most: number): number | null {
    const value = isScalar(node) ? node.value : null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    const is =
      isScalar(node) && node.value !== null
        ? `“${formatYamlWord(String(node.value))}”`
        : describeNodeKind(node);
    this.error(node, `${what} is a whole number from ${least} to ${most}, not ${is}`);
    return null;
  }
}

/** Those of some names that are not keys of a map. */
function listAbsentFields(names: readonly string[], { items }: YAMLMap): readonly string[] {
  const keys = new Set(items.map(({ key }) => (isScalar(key) ? String(key.source ?? key.value) : null)));
  return names.filter(name => !keys.has(name));
}

/** Problem of a name; null for none. */
export function findNameMistake(text: string): string | null {
  if (text === '') return 'must not be empty';
  if (text.length > MAX_WORKFLOW_NAME_LENGTH)
    return `has ${text.length} characters; at most ${MAX_WORKFLOW_NAME_LENGTH}`;
  return /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text) ? 'is one line of plain text' : null;
}

/** A word of the text, shortened for a message. */
export const formatYamlWord = (text: string): string => cleanTextLine(text, 60);

const formatAlternatives = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;

/** Offsets in UTF-16 units; the start of the text for a missing node. */
export const getNodeRange = (node: unknown): readonly [from: number, to: number] => {
  const range = (node as Node | null)?.range;
  return range ? [range[0], range[1]] : [0, 0];
};

/** Offsets of a scalar without the quotation marks around it. */
export function getScalarRange(node: unknown): readonly [from: number, to: number] {
  const [from, to] = getNodeRange(node);
  const isQuoted = isScalar(node) && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE');
  return isQuoted && to - from > 2 ? [from + 1, to - 1] : [from, to];
}

function describeNodeKind(node: Found): string {
  if (isMap(node)) return 'a map';
  if (isSeq(node)) return 'a list';
  if (!isScalar(node) || node.value === null) return 'nothing';
  if (typeof node.value === 'string') return 'text';
  return typeof node.value === 'boolean'
    ? `the value ${node.value}`
    : `the number ${formatYamlWord(String(node.value))}`;
}
