import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import type { Tick } from '../../../core/indices.ts';
import { memoizeByText } from '../../../oracle/formats/memoizeByText.ts';
import { estimateTokenCount } from '../../../oracle/formats/tokens.ts';
import type { Cause, MemoryPlace } from '../librarianTerms.ts';
import type { EntryPassage, Span } from '../reports/librarianDetail.ts';

/** A span with its value. */
export interface MemoryEntry extends Span {
  readonly value: string;
  /** Id of the entry whose value it took over; null if it brought a value of its own. */
  readonly copyOf: number | null;
}
type Held = { -readonly [Name in keyof MemoryEntry]: MemoryEntry[Name] };

/** Author and time of a write. */
export interface Writing {
  readonly tick: Tick;
  /** Row of the writing step; null for given values. */
  readonly row: number | null;
}

/** A memory as plain data. */
export interface SavedMemory {
  readonly entries: readonly MemoryEntry[];
  readonly moves: readonly EntryPassage[];
  readonly lost: readonly Tick[];
}

/** Result of an operation. */
interface MemoryOperationResult {
  readonly is: 'done' | 'same' | 'not_found';
  /** Tag and tokens of the entry concerned. */
  readonly tag: string;
  readonly tokens: number;
}

/** Tokens of an entry as a prompt shows it: `tag: value`. */
export const estimateEntryTokens = (tag: string, value: string): number =>
  estimateTokenCount(tag.length + 2 + value.length);

/**
 * One agent's working memory and storage, with everything that has ever been in them. Only `remove`, and `save` onto
 * the same tag, can make a value disappear: an entry displaced by anything else goes to storage, under a numbered
 * sibling of its tag if that tag holds another value.
 */
export class Memory {
  /** Entries in the order in which they came; the first in working memory is the oldest. */
  readonly working = new Map<string, MemoryEntry>();
  readonly storage = new Map<string, MemoryEntry>();
  /** All spans, by id. */
  readonly entries: MemoryEntry[] = [];
  readonly moves: EntryPassage[] = [];
  /** Ticks in which a value disappeared. */
  readonly lost: Tick[] = [];
  workingTokens = 0;
  storageTokens = 0;
  /** UTF-16 units of tags and values in working memory. */
  workingCharacters = 0;
  /** Row of the step that is being carried out; null before the first. */
  row: number | null = null;
  #listed: readonly MemoryEntry[] | null = null;
  /** Entries that have come or gone since `settle`, in order; those that have gone have an end. */
  readonly #touched: MemoryEntry[] = [];

  /** Entries in working memory, the oldest first; the same list as long as there are the same entries. */
  listWorking(): readonly MemoryEntry[] {
    this.#listed ??= [...this.working.values()];
    return this.#listed;
  }

  /** Adds an entry that was there before the first tick. */
  give(place: MemoryPlace, tag: string, value: string, tick: Tick): void {
    this.#put(place, tag, value, 'given', tick, { tick, row: null });
  }

  /** Adds an entry; another value under its tag goes to storage. */
  add(tag: string, value: string, by: Writing): MemoryOperationResult {
    if (this.working.get(tag)?.value === value) return { is: 'same', tag, tokens: 0 };
    this.#displace(tag, by.tick);
    const { tokens } = this.#put('working', tag, value, 'add', by.tick, by);
    return { is: 'done', tag, tokens };
  }

  remove(tag: string, tick: Tick): MemoryOperationResult {
    const entry = this.working.get(tag);
    if (entry === undefined) return { is: 'not_found', tag, tokens: 0 };
    this.#take(entry, 'remove', tick);
    this.#mournUnlessKept(entry.value, tick);
    return { is: 'done', tag, tokens: entry.tokens };
  }

  /** Copies a stored entry; another value under its tag in working memory goes to storage. */
  load(stored: MemoryEntry, tick: Tick): MemoryOperationResult {
    const { tag, value, tokens } = stored;
    if (this.working.get(tag)?.value === value) return { is: 'same', tag, tokens };
    this.#displace(tag, tick);
    this.#copy(stored, 'working', tag, 'load', tick);
    return { is: 'done', tag, tokens };
  }

  /** Stores an entry; what its tag held in storage is gone. */
  save(tag: string, value: string, by: Writing): MemoryOperationResult {
    const before = this.storage.get(tag);
    if (before?.value === value) return { is: 'same', tag, tokens: before.tokens };
    if (before !== undefined) this.#take(before, 'save', by.tick);
    const held = this.working.get(tag);
    const entry =
      held?.value === value
        ? this.#copy(held, 'storage', tag, 'save', by.tick)
        : this.#put('storage', tag, value, 'save', by.tick, by);
    if (before !== undefined) this.#mournUnlessKept(before.value, by.tick);
    return { is: 'done', tag, tokens: entry.tokens };
  }

  /** Moves an entry of working memory to storage. */
  file(tag: string, cause: 'paging' | 'hard_limit' | 'displaced', tick: Tick): MemoryOperationResult {
    const entry = this.working.get(tag);
    if (entry === undefined) return { is: 'not_found', tag, tokens: 0 };
    const isTaken = (name: string) => (this.storage.get(name)?.value ?? entry.value) !== entry.value;
    const into = isTaken(tag) ? findFreeTag(tag, name => !isTaken(name)) : tag;
    this.#take(entry, cause, tick);
    const there = this.storage.get(into);
    if (there === undefined) this.#copy(entry, 'storage', into, cause, tick);
    else this.moves.push({ tick, from: entry.id, to: there.id, cause, row: this.row });
    return { is: 'done', tag: into, tokens: entry.tokens };
  }

  /** Moves the oldest entries to storage until at most `limit` tokens are left. */
  shrinkTo(limit: number, tick: Tick): void {
    for (const tag of [...this.working.keys()]) {
      if (this.workingTokens <= limit) break;
      this.file(tag, 'hard_limit', tick);
    }
  }

  /** Returns entries that have come or gone since the last call. */
  settle(): readonly MemoryEntry[] {
    return this.#touched.splice(0, this.#touched.length);
  }

  toSaved(): SavedMemory {
    // One that has gone does not change any more; one that is there goes some day.
    const entries = this.entries.map(entry => (entry.to === null ? { ...entry } : entry));
    return { entries, moves: [...this.moves], lost: [...this.lost] };
  }

  restore({ entries, moves, lost }: SavedMemory): void {
    this.working.clear();
    this.storage.clear();
    this.workingTokens = 0;
    this.storageTokens = 0;
    this.workingCharacters = 0;
    this.#listed = null;
    this.entries.length = 0;
    for (const entry of entries) {
      this.entries.push({ ...entry });
      if (entry.to === null) this.#hold(this.entries.at(-1)!);
    }
    this.moves.length = 0;
    for (const move of moves) this.moves.push(move);
    this.lost.length = 0;
    for (const tick of lost) this.lost.push(tick);
  }

  /** Entries in a place at the end of a tick, oldest first. */
  at(place: MemoryPlace, tick: Tick): readonly MemoryEntry[] {
    return this.entries.filter(
      entry => entry.place === place && entry.from <= tick && (entry.to === null || entry.to > tick),
    );
  }

  #displace(tag: string, tick: Tick): void {
    if (this.working.has(tag)) this.file(tag, 'displaced', tick);
  }

  #copy(
    entry: MemoryEntry,
    place: MemoryPlace,
    tag: string,
    cause: EntryPassage['cause'],
    tick: Tick,
  ): MemoryEntry {
    const { value, written, row } = entry;
    const copy = this.#put(place, tag, value, cause, tick, { tick: written, row }, entry.id);
    this.moves.push({ tick, from: entry.id, to: copy.id, cause, row: this.row });
    return copy;
  }

  #put(
    place: MemoryPlace,
    tag: string,
    value: string,
    cause: Cause,
    tick: Tick,
    by: Writing,
    copyOf: number | null = null,
  ): MemoryEntry {
    const entry: MemoryEntry = {
      id: this.entries.length,
      place,
      tag,
      value,
      tokens: estimateEntryTokens(tag, value),
      from: tick,
      cause,
      to: null,
      end: null,
      written: by.tick,
      row: by.row,
      copyOf,
    };
    this.entries.push(entry);
    this.#touched.push({ ...entry });
    this.#hold(entry);
    return entry;
  }

  #hold(entry: MemoryEntry): void {
    this[entry.place].set(entry.tag, entry);
    this.#weigh(entry, 1);
  }

  #take(entry: Held, cause: Cause, tick: Tick): void {
    this[entry.place].delete(entry.tag);
    this.#weigh(entry, -1);
    entry.to = tick;
    entry.end = cause;
    this.#touched.push(entry);
  }

  #weigh({ place, tokens, tag, value }: MemoryEntry, sign: 1 | -1): void {
    if (place === 'storage') {
      this.storageTokens += sign * tokens;
      return;
    }
    this.#listed = null;
    this.workingTokens += sign * tokens;
    this.workingCharacters += sign * (tag.length + value.length);
  }

  #mournUnlessKept(value: string, tick: Tick): void {
    for (const place of [this.working, this.storage])
      for (const entry of place.values()) if (entry.value === value) return;
    this.lost.push(tick);
  }
}

/** UTF-16 units of a tag, and of a value. */
export const MAX_TAG_LENGTH = 200;
/** UTF-16 units of a query to storage. */
export const MAX_SEARCH_LENGTH = 1_000;
/** UTF-16 units of a value; longer ones are refused. */
export const MAX_MEMORY_VALUE_LENGTH = 100_000;

/** Tags and values that are remembered as they are stored. */
const MAX_REMEMBERED_TEXTS = 4_096;

/** Characters that cannot be stored: controls except line breaks and tabs, and lone surrogates. */
const UNSTORED = /[^\P{Cc}\n\t]|\p{Cs}/gu;

/**
 * A tag as a valid identifier: one line, with underscores for spaces and list separators; one of digits alone gets a
 * leading underscore, because objects sort such keys. Empty if nothing is left.
 */
export const normalizeTag: (text: string) => string = memoizeByText(text => {
  const tag = cleanTextLine(text.replace(/[,;]/g, ' '), Number.MAX_SAFE_INTEGER).replaceAll(' ', '_');
  return /^\d+$/.test(tag) ? `_${tag}` : tag;
}, MAX_REMEMBERED_TEXTS);

/** Tags of a list: separated by commas, semicolons or line breaks; without repetitions, in order. */
export const normalizeTagList = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map(normalizeTag)
      .filter(tag => tag !== ''),
  ),
];

/** A value as it can be stored; line breaks stay. */
export const normalizeStoredValue: (text: string) => string = memoizeByText(
  text => text.replace(/\r\n?/g, '\n').replace(UNSTORED, '').trim(),
  MAX_REMEMBERED_TEXTS,
);

/** The first of `tag_2`, `tag_3`, … that is free; a tag that would grow too long is cut, never inside a character. */
export function findFreeTag(tag: string, isFree: (tag: string) => boolean): string {
  for (let number = 2; ; number++) {
    const end = `_${number}`;
    const next = tag.slice(0, MAX_TAG_LENGTH - end.length).replace(/[\ud800-\udbff]$/, '') + end;
    if (isFree(next)) return next;
  }
}
