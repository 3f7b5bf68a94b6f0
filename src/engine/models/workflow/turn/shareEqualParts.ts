import {
  getValueSize,
  isContainerOfKind,
  isContainerValue,
  isListOrTuple,
  type PyDict,
  type PyValue,
} from '../../../python/value.ts';

/** Items up to which equal parts are looked for. */
const MAX_SHARED_ITEMS = 1_000;
/** Pairs of values that the search for equal parts compares, for each item and character of the value and in all. */
const COMPARISON_LIMITS = { each: 2, all: 25_000 } as const;

/** Equality of value and type: 1 and 1.0 print differently. */
export const isIdenticalValue = (a: PyValue, b: PyValue): boolean =>
  Object.is(a, b) || (isContainerValue(a) && new EqualityComparison().isSame(a, b));

/** The same value, made of the parts of an earlier one if they are equal: neither changes any more. */
export const shareEqualParts = (value: PyValue, before: PyValue): PyValue =>
  isContainerValue(value)
    ? new EqualityComparison(
        Math.min(COMPARISON_LIMITS.all, COMPARISON_LIMITS.each * getValueSize(value)),
      ).shared(value, before)
    : value;

/** Comparisons of so many pairs; beyond them nothing is the same any more. */
class EqualityComparison {
  #left: number;
  /** Containers found the same: one that stands in many places is looked through once. */
  readonly #known = new Map<PyValue, PyValue>();

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#left = most;
  }

  isSame(a: PyValue, b: PyValue): boolean {
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

  #areSame(all: readonly PyValue[], others: readonly PyValue[]): boolean {
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
  shared(value: PyValue, before: PyValue | undefined): PyValue {
    this.#left -= 1;
    if (before === undefined || !isContainerValue(value) || this.#left < 0) return value;
    if (this.#known.get(value) === before) return before;
    if (isListOrTuple(value) && isListOrTuple(before)) return this.#sharedItems(value, before);
    if (isContainerOfKind(value, 'dict') && isContainerOfKind(before, 'dict'))
      return this.#sharedEntries(value, before);
    return value;
  }

  #sharedItems<T extends Extract<PyValue, { items: unknown }>>(value: T, before: T): PyValue {
    const { items } = value;
    if (
      items.length > MAX_SHARED_ITEMS ||
      before.items.length > MAX_SHARED_ITEMS ||
      !items.some(isContainerValue)
    )
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

  #sharedEntries(value: PyDict, before: PyDict): PyValue {
    if (value.entries.size > MAX_SHARED_ITEMS) return this.isSame(value, before) ? before : value;
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

const areIdentical = (all: readonly PyValue[], others: readonly PyValue[]): boolean =>
  all.length === others.length && all.every((item, i) => Object.is(item, others[i]));
