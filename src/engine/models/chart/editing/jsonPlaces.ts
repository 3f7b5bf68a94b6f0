import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/json';

/** A stretch of a text, in UTF-16 units from its start. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const JSON_PATH_STEP = /([^.[\]]+)|\[(\d+)\]/g;

/** Places of the values of a JSON text, by the paths that mistakes name: `states[2].entry`, `on.GO`. */
export class JsonPlaces {
  readonly #text: string;
  readonly #root: SyntaxNode;

  constructor(text: string) {
    this.#text = text;
    this.#root = parser.parse(text).topNode;
  }

  /** The first place that is not JSON; null if all is. */
  get broken(): Stretch | null {
    let found: Stretch | null = null;
    this.#root.cursor().iterate(({ type, from, to }) => {
      if (type.isError) found ??= { from, to };
      return found === null;
    });
    return found;
  }

  /** The value at a path, or the nearest one around it. */
  at(path: string): Stretch {
    const { from, to } = this.#nodeAt(path);
    return { from, to };
  }

  /** A key of the object at a path, without its quotation marks; null if there is none. */
  keyOf(path: string, key: string): Stretch | null {
    const property = this.#propertyOf(this.#nodeAt(path), key);
    return (property && getInnerKey(property)[0]) ?? null;
  }

  /** The value of a key of the object at a path; null if there is none. */
  valueOf(path: string, key: string): Stretch | null {
    const value = this.#property(this.#nodeAt(path), key);
    return value && { from: value.from, to: value.to };
  }

  /** Keys that an object has more than once, without their quotation marks: the last of each. */
  get repeatedKeys(): readonly Stretch[] {
    const found: Stretch[] = [];
    this.#root.cursor().iterate(({ node, type }) => {
      if (type.name !== 'Object') return;
      const keys = new Map<string, SyntaxNode[]>();
      for (const property of node.getChildren('Property')) {
        const key = this.#key(property);
        keys.set(key, [...(keys.get(key) ?? []), property]);
      }
      for (const properties of keys.values())
        if (properties.length > 1) found.push(...getInnerKey(properties.at(-1)!));
    });
    return found;
  }

  /** Names of states at every level: a list's strings and ids, or an object's keys. */
  get states(): readonly string[] {
    const names: string[] = [];
    this.#root.cursor().iterate(({ node, type }) => {
      const list = type.name === 'Property' && this.#key(node) === 'states' ? node.lastChild : null;
      for (const property of list?.getChildren('Property') ?? []) names.push(this.#key(property));
      for (const state of list?.getChildren('String') ?? []) names.push(this.#string(state));
      for (const state of list?.getChildren('Object') ?? []) {
        const id = this.#property(state, 'id');
        if (id?.name === 'String') names.push(this.#string(id));
      }
    });
    return names;
  }

  /** Path of a state in our list; null if there is none. */
  stateNamed(id: string, list = 'states'): string | null {
    const { from, to } = this.at(list);
    const given: unknown = JSON.parse(this.#text.slice(from, to));
    for (const [i, state] of (Array.isArray(given) ? given : []).entries()) {
      const path = `${list}[${i}]`;
      if (state === id || state?.id === id) return path;
      const below = Array.isArray(state?.states) ? this.stateNamed(id, `${path}.states`) : null;
      if (below !== null) return below;
    }
    return null;
  }

  /** The first string that has exactly these words; null for none. */
  named(words: string): Stretch | null {
    const written = JSON.stringify(words);
    const from = this.#text.indexOf(written);
    return from < 0 ? null : { from, to: from + written.length };
  }

  #nodeAt(path: string): SyntaxNode {
    let node = this.#root.firstChild ?? this.#root;
    for (const [, key, position] of path.matchAll(JSON_PATH_STEP)) {
      const next =
        position === undefined ? this.#property(node, key) : getListElement(node, Number(position));
      if (next === null) break;
      node = next;
    }
    return node;
  }

  #property(node: SyntaxNode, key: string): SyntaxNode | null {
    return this.#propertyOf(node, key)?.lastChild ?? null;
  }

  #propertyOf(node: SyntaxNode, key: string): SyntaxNode | null {
    return node.getChildren('Property').find(property => this.#key(property) === key) ?? null;
  }

  #key(property: SyntaxNode): string {
    const name = property.getChild('PropertyName');
    return name === null ? '' : this.#string(name);
  }

  /** Value of a string; an unfinished one as it is written. */
  #string({ from, to }: SyntaxNode): string {
    const written = this.#text.slice(from, to);
    try {
      return String(JSON.parse(written));
    } catch {
      return written;
    }
  }
}

/** The key of a property without its quotation marks, if it is finished. */
const getInnerKey = (property: SyntaxNode): readonly Stretch[] =>
  property.getChildren('PropertyName').map(({ from, to }) => ({ from: from + 1, to: to - 1 }));

/** An element of a list. */
function getListElement(node: SyntaxNode, position: number): SyntaxNode | null {
  let at = 0;
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (!/^[[\],]$/.test(child.name) && at++ === position) return child;
  return null;
}
