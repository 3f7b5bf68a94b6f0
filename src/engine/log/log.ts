import { findFirstAtLeast } from '../core/findFirstAtLeast.ts';
import type { Tick } from '../core/indices.ts';
import { Growing } from '../core/tables/growing.ts';
import { HashChain } from './hashChain.ts';
import {
  BLOCK_BITS,
  BLOCK_ROWS,
  createRows,
  LOG_COLUMNS,
  type LogColumnName,
  type LogRows,
  type LogStore,
} from './logStore.ts';
import { MemoryLogStore } from './memoryLogStore.ts';

const BLOCK_MASK = BLOCK_ROWS - 1;
/** 5 MB at the most: histories of many agents are read agent by agent, each across many blocks. */
const MAX_BLOCKS_AT_HAND = 2_048;

/** Hash words for hierarchical charts, for which a row's transition is a step index. */
interface RowWords {
  hashWords(step: number): Uint32Array;
  /** Most words of a step that was met. */
  readonly mostHashWords: number;
}

/** A log between two ticks, as plain data. */
export interface SavedLog {
  readonly chain: string;
  /** Row at which each tick starts. */
  readonly tickStart: readonly number[];
  readonly agent: readonly number[];
  readonly transition: readonly number[];
  readonly context: readonly number[];
}

/**
 * Every transition of a run in tick-major columns, and the hash chain over what happened. The rows of a tick are
 * little-endian uint32 words: tick;
 * transitions: count, then (agent, transition | next state << 16, context); choices: count, then (agent,
 * option); entries: count, then each in the model's own words, texts included. A chart with hierarchy has, in place of a
 * row's second word: count and numbers of the transitions taken, count and numbers of the states active then, leaves alone.
 */
export class Log {
  /** Number of transitions. */
  rows = 0;
  readonly #store: LogStore;
  /** Rows that are not in the store: those since the last sealed tick, and what filled no block before. */
  #open = createRows(BLOCK_ROWS);
  /** Number of rows in the store. */
  #stored = 0;
  /** Blocks that single rows were read from, with the number of that of which each column is. */
  readonly #atHand: (Record<LogColumnName, number> & { readonly rows: LogRows })[] = [];
  /** Row at which each tick starts; entry i belongs to tick firstTick + i. */
  readonly #tickStart: number[] = [];
  #isOpen = false;
  readonly #words = new Growing(Uint32Array);
  #decided: number[] = [];
  readonly #entries = new Entries();
  readonly chain = new HashChain();

  constructor(
    /** The first tick that will be logged: −W + 1. */
    readonly firstTick: Tick,
    /** Target of each transition; or the words of a row. */
    private readonly target: Uint16Array | RowWords,
    store: LogStore = new MemoryLogStore(),
  ) {
    this.#store = store;
    if (new Uint8Array(Uint32Array.of(1).buffer)[0] !== 1) throw new Error('big-endian machine');
  }

  /** The last tick that was begun. */
  get tick(): Tick {
    return this.firstTick + this.#tickStart.length - 1;
  }

  /** The chained hash after the last sealed tick. */
  get hash(): string {
    return this.chain.hash;
  }

  /** True if a tick has begun that is not sealed yet. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  begin(): void {
    this.#settle();
    this.#isOpen = true;
    this.#tickStart.push(this.rows);
  }

  /** @returns the row's index in the log. */
  append(agent: number, transition: number, context: number): number {
    const at = this.rows - this.#stored;
    if (at === this.#open.agent.length) this.#makeRoom(at);
    const open = this.#open;
    open.agent[at] = agent;
    open.transition[at] = transition;
    open.context[at] = context;
    return this.rows++;
  }

  /** An agent chose one of the options that it had. */
  decided(agent: number, option: number): void {
    this.#decided.push(agent, option);
  }

  /**
   * Hashes something that was said or made. The fields are up to the model; no two different lists of them
   * may read alike.
   */
  entry(...fields: readonly (number | string)[]): void {
    this.#entries.add(fields);
  }

  /** Ends the tick: chains its hash. */
  seal(): void {
    this.#isOpen = false;
    const { target } = this;
    const rows = this.rows - this.range(this.tick)[0];
    const perRow = target instanceof Uint16Array ? 3 : 2 + target.mostHashWords;
    const length = 4 + rows * perRow + this.#decided.length;
    this.#words.reserve(length);
    const words = this.#words.data;
    words[0] = this.tick;
    words[1] = rows;
    let at = 2;
    const end = this.rows - this.#stored;
    const open = this.#open;
    for (let i = end - rows; i < end; i++) {
      const transition = open.transition[i];
      words[at++] = open.agent[i];
      if (target instanceof Uint16Array) words[at++] = transition | (target[transition] << 16);
      else for (const word of target.hashWords(transition)) words[at++] = word;
      words[at++] = open.context[i];
    }
    words[at++] = this.#decided.length / 2;
    for (const word of this.#decided) words[at++] = word;
    words[at++] = this.#entries.count;
    this.chain.add(new Uint8Array(words.buffer, 0, at * 4), this.#entries.bytes());
    this.#decided.length = 0;
    this.#entries.clear();
  }

  /** Moves all full blocks to the store. */
  #settle(): void {
    const open = this.rows - this.#stored;
    const full = open & ~BLOCK_MASK;
    for (let first = 0; first < full; first += BLOCK_ROWS) this.#store.append(this.#open, first);
    for (const column of LOG_COLUMNS) this.#open[column].copyWithin(0, full, open);
    this.#stored += full;
  }

  /** The whole log at a sealed tick, as plain data. */
  save(): SavedLog {
    const list = (column: LogColumnName) =>
      Array.from({ length: this.rows }, (_, row) => this.#valueAt(row, column));
    return {
      chain: this.hash,
      tickStart: [...this.#tickStart],
      agent: list('agent'),
      transition: list('transition'),
      context: list('context'),
    };
  }

  /** Restores into an empty log. */
  restore({ chain, tickStart, agent, transition, context }: SavedLog): void {
    for (const [row, who] of agent.entries()) {
      this.append(who, transition[row], context[row]);
      // Few rows at a time stay open, so that no room for all of them is left over.
      if (row % BLOCK_ROWS === 0) this.#settle();
    }
    this.#tickStart.push(...tickStart);
    this.chain.goOnFrom(chain);
  }

  /**
   * Takes over the rows of another log up to a sealed tick into an empty one.
   * @param chain the hash after that tick
   */
  takeOver(other: Log, upTo: Tick, chain: string): void {
    for (let tick = this.firstTick; tick <= upTo; tick++) {
      this.#tickStart.push(other.#tickStart[tick - this.firstTick]);
      other.forEach(...other.range(tick), (agent, transition, context) => {
        this.append(agent, transition, context);
      });
      this.#settle();
    }
    this.chain.goOnFrom(chain);
  }

  /** Rows [from, to) of a tick. */
  range(tick: Tick): readonly [from: number, to: number] {
    const i = tick - this.firstTick;
    // Rows written before the first tick began belong to it.
    const from = i === 0 && this.rows > 0 ? 0 : this.#tickStart[i];
    if (from === undefined) throw new RangeError(`tick ${tick} is not in the log`);
    return [from, this.#tickStart[i + 1] ?? this.rows];
  }

  /** Calls `visit` for the rows [from, to) of the log, in order. */
  forEach(
    from: number,
    to: number,
    visit: (agent: number, transition: number, context: number) => void,
  ): void {
    this.stretches(from, to, ({ agent, transition, context }, first, end) => {
      for (let i = first; i < end; i++) visit(agent[i], transition[i], context[i]);
    });
  }

  /**
   * Calls `visit` for the stretches of the rows [from, to), in order: rows [first, end) of some columns each.
   * @param columns those that are read; each takes its time
   */
  stretches(
    from: number,
    to: number,
    visit: (rows: LogRows, first: number, end: number) => void,
    columns: readonly LogColumnName[] = LOG_COLUMNS,
  ): void {
    const stored = Math.min(to, this.#stored);
    // Of its own, since `visit` may read other rows.
    const block = from < stored ? createRows(BLOCK_ROWS) : this.#open;
    let row = from;
    while (row < stored) {
      const first = row & BLOCK_MASK;
      const length = Math.min(stored - row, BLOCK_ROWS - first);
      this.#store.read(row >>> BLOCK_BITS, block, columns);
      visit(block, first, first + length);
      row += length;
    }
    if (row < to) visit(this.#open, row - this.#stored, to - this.#stored);
  }

  agentAt(row: number): number {
    return this.#valueAt(row, 'agent');
  }

  transitionAt(row: number): number {
    return this.#valueAt(row, 'transition');
  }

  contextAt(row: number): number {
    return this.#valueAt(row, 'context');
  }

  #valueAt(row: number, column: LogColumnName): number {
    if (row >= this.#stored) return this.#open[column][row - this.#stored];
    return this.#blockOf(row, column)[row & BLOCK_MASK];
  }

  #blockOf<Name extends LogColumnName>(row: number, column: Name): LogRows[Name] {
    const index = row >>> BLOCK_BITS;
    const slot = index % MAX_BLOCKS_AT_HAND;
    this.#atHand[slot] ??= { rows: createRows(BLOCK_ROWS), agent: -1, transition: -1, context: -1 };
    const block = this.#atHand[slot];
    if (block[column] !== index) this.#store.read(index, block.rows, [column]);
    block[column] = index;
    return block.rows[column];
  }

  /** The last of the rows [from, to) that is an agent's; −1 if none is. */
  lastOf(agent: number, from: number, to: number): number {
    for (let end = to; end > from; ) {
      const isStored = end <= this.#stored;
      const start = isStored ? (end - 1) & ~BLOCK_MASK : this.#stored;
      const agents = isStored ? this.#blockOf(start, 'agent') : this.#open.agent;
      const at = agents.lastIndexOf(agent, end - 1 - start);
      if (at >= 0) return start + at >= from ? start + at : -1;
      end = start;
    }
    return -1;
  }

  /** The tick in which a row was written. */
  tickAt(row: number): Tick {
    const begun = findFirstAtLeast(this.#tickStart.length, row + 1, i => this.#tickStart[i]);
    return this.firstTick + Math.max(begun, 1) - 1;
  }

  /** Doubles the room for open rows. */
  #makeRoom(rows: number): void {
    const wider = createRows(rows * 2);
    for (const column of LOG_COLUMNS) wider[column].set(this.#open[column]);
    this.#open = wider;
  }
}

/** Bytes of a UTF-16 unit in UTF-8, at most. */
const MAX_UTF8_BYTES_PER_UNIT = 3;
const encoder = new TextEncoder();

/**
 * Entries of a tick as the bytes that are hashed: a number as a little-endian uint32, a text as its length in bytes
 * followed by the text in UTF-8. Neither a field's kind nor an entry's length is in it, so all entries of a model must
 * have one shape; then no two different lists of them read alike.
 */
class Entries {
  count = 0;
  readonly #bytes = new Growing(Uint8Array);

  /** @param fields whole numbers from 0 to 2³² − 1, and texts. Half a surrogate pair has no UTF-8: it reads as U+FFFD. */
  add(fields: readonly (number | string)[]): void {
    this.count++;
    for (const field of fields) {
      if (typeof field === 'string') this.#text(field);
      else this.#number(field);
    }
  }

  /** All so far; void after the next `add`. */
  bytes(): Uint8Array {
    return this.#bytes.view();
  }

  clear(): void {
    this.count = 0;
    this.#bytes.length = 0;
  }

  #number(value: number): void {
    for (let shift = 0; shift < 32; shift += 8) this.#bytes.push(value >>> shift);
  }

  #text(text: string): void {
    const start = this.#bytes.length + 4;
    this.#bytes.reserve(start + text.length * MAX_UTF8_BYTES_PER_UNIT);
    const { written } = encoder.encodeInto(text, this.#bytes.data.subarray(start));
    this.#number(written);
    this.#bytes.length += written;
  }
}
