import {
  getValueSize,
  isContainerOfKind,
  isContainerValue,
  isListOrTuple,
  type PyDict,
  type Value,
} from '../../../python/value.ts';

/** Items up to which equal parts are looked for. */
const MOST = 1_000;
/** Pairs of values that the search for equal parts compares, for each item and character of the value and in all. */
const COMPARED = { each: 2, all: 25_000 } as const;

/** Equality of value and type: 1 and 1.0 print differently. */
export const isIdenticalValue = (a: Value, b: Value): boolean => new Comparison().isSame(a, b);

/** The same value, made of the parts of an earlier one if they are equal: neither changes any more. */
export const shareEqualParts = (value: Value, before: Value): Value =>
  new Comparison(Math.min(COMPARED.all, COMPARED.each * getValueSize(value))).shared(value, before);

/** Comparisons of so many pairs; beyond them nothing is the same any more. */
class Comparison {
  #left: number;
  /** Containers found the same: one that stands in many places is looked through once. */
  readonly #known = new Map<Value, Value>();

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#left = most;
  }

  isSame(a: Value, b: Value): boolean {
    this.#left -= 1;
    if (this.#left < 0) return false;
    if (Object.is(a, b) || (isContainerValue(a) && this.#known.get(a) === b)) return true;
    const isEqual =
      isListOrTuple(a) && isListOrTuple(b)
        ? a.kind === b.kind && this.#areSame(a.items, b.items)
        : isContainerOfKind(a, 'dict') && isContainerOfKind(b, 'dict') && this.#isSameDict(a, b);
    if (isEqual) this.#known.set(a, b);
    return isEqual;
  }

  #areSame(all: readonly Value[], others: readonly Value[]): boolean {
    return all.length === others.length && all.every((item, i) => this.isSame(item, others[i]));
  }

  /** The order of the entries counts as well. */
  #isSameDict(a: PyDict, b: PyDict): boolean {
    if (a.entries.size !== b.entries.size) return false;
    const others = b.entries.values();
    for (const pair of a.entries.values()) if (!this.#areSame(pair, others.next().value ?? [])) return false;
    return true;
  }

  /** Each part is compared once, from the inside out. */
  shared(value: Value, before: Value | undefined): Value {
    this.#left -= 1;
    if (before === undefined || !isContainerValue(value) || this.#left < 0) return value;
    if (this.#known.get(value) === before) return before;
    if (isListOrTuple(value) && isListOrTuple(before)) return this.#sharedItems(value, before);
    if (isContainerOfKind(value, 'dict') && isContainerOfKind(before, 'dict'))
      return this.#sharedEntries(value, before);
    return value;
  }

  #sharedItems<T extends Extract<Value, { items: unknown }>>(value: T, before: T): Value {
    const { items } = value;
    if (items.length > MOST || before.items.length > MOST || !items.some(isContainerValue))
      return this.isSame(value, before) ? before : value;
    // Items that left at the beginning have moved the others.
    const gone = Math.max(
      0,
      before.items.findIndex(item => this.isSame(items[0], item)),
    );
    const shared = items.map((item, i) => this.shared(item, before.items[i + gone]));
    if (value.kind === before.kind && areIdentical(shared, before.items)) return before;
    return areIdentical(shared, items) ? value : { ...value, items: shared };
  }

  #sharedEntries(value: PyDict, before: PyDict): Value {
    if (value.entries.size > MOST) return this.isSame(value, before) ? before : value;
    const shared = [...value.entries].map(
      ([id, [key, item]]) => [id, [key, this.shared(item, before.entries.get(id)?.[1])]] as const,
    );
    const pairs = shared.flatMap(([, pair]) => pair);
    const isMadeOf = ({ entries }: PyDict): boolean =>
      entries.size === shared.length && areIdentical(pairs, [...entries.values()].flat());
    if (isMadeOf(before)) return before;
    return isMadeOf(value) ? value : { ...value, entries: new Map(shared) };
  }
}

const areIdentical = (all: readonly Value[], others: readonly Value[]): boolean =>
  all.length === others.length && all.every((item, i) => Object.is(item, others[i]));
