import type { Tick } from '../core/indices.ts';
import { HashChain } from './hashChain.ts';

const SEGMENT_BITS = 16;
/** Transitions of a full segment. */
export const SEGMENT_ROWS = 1 << SEGMENT_BITS;
const SEGMENT_MASK = SEGMENT_ROWS - 1;
/** Rows that a new log has room for; most runs of small worlds need no more. */
const FIRST_ROWS = 256;

/** SEGMENT_ROWS transitions as columns, in the order in which they happened. */
export interface LogSegment {
  readonly agent: Uint32Array;
  readonly transition: Uint16Array;
  /** 0 for none, else a model's own reference + 1. */
  readonly context: Uint32Array;
}

/** Hash words for hierarchical charts, for which a row's transition is a step index. */
interface RowWords {
  hashWords(step: number): Uint32Array;
  /** Most words of a step that was met. */
  readonly mostHashWords: number;
}

/** Store of full segments: memory, a file, the browser's private file system. */
export interface LogStore {
  append(segment: LogSegment): void;
  /** The segment appended as number `index`, from 0. */
  read(index: number): LogSegment;
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

/** Keeps full segments in memory. */
export class MemoryLogStore implements LogStore {
  readonly #segments: LogSegment[] = [];
  append(segment: LogSegment): void {
    this.#segments.push(segment);
  }
  read(index: number): LogSegment {
    return this.#segments[index];
  }
}

const createEmptySegment = (rows: number): LogSegment => ({
  agent: new Uint32Array(rows),
  transition: new Uint16Array(rows),
  context: new Uint32Array(rows),
});

/** A copy of a segment's first rows, fewer than all of a full one, with room for one more at least. */
function copyRows(segment: LogSegment, rows: number): LogSegment {
  let room = FIRST_ROWS;
  while (room <= rows) room *= 2;
  const copy = createEmptySegment(room);
  copy.agent.set(segment.agent.subarray(0, rows));
  copy.transition.set(segment.transition.subarray(0, rows));
  copy.context.set(segment.context.subarray(0, rows));
  return copy;
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
  #open = createEmptySegment(FIRST_ROWS);
  // Its columns at hand: every transition of the run is written through them.
  #agent = this.#open.agent;
  #transition = this.#open.transition;
  #context = this.#open.context;
  /** Number of rows that fit, those of the full segments among them. */
  #room = FIRST_ROWS;
  #stored = 0;
  #lastRead = -1;
  #lastSegment: LogSegment | null = null;
  /** Row at which each tick starts; entry i belongs to tick firstTick + i. */
  readonly #tickStart: number[] = [];
  #isOpen = false;
  #words = new Uint32Array(256);
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
    if (new Uint8Array(Uint32Array.of(1).buffer)[0] !== 1) throw new Error('needs a little-endian machine');
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
    this.#isOpen = true;
    this.#tickStart.push(this.rows);
  }

  /** @returns the row's index in the log. */
  append(agent: number, transition: number, context: number): number {
    if (this.rows === this.#room) this.#makeRoom();
    const at = this.rows & SEGMENT_MASK;
    this.#agent[at] = agent;
    this.#transition[at] = transition;
    this.#context[at] = context;
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
    const [from, to] = this.range(this.tick);
    const { target } = this;
    const isFlat = target instanceof Uint16Array;
    const perRow = isFlat ? 3 : 2 + target.mostHashWords;
    const length = 4 + (to - from) * perRow + this.#decided.length;
    if (this.#words.length < length) this.#words = new Uint32Array(length * 2);
    const words = this.#words;
    words[0] = this.tick;
    words[1] = to - from;
    let at = isFlat ? this.#writeRows(from, to, target, 2) : this.#writeSteps(from, to, target, 2);
    words[at++] = this.#decided.length / 2;
    for (const word of this.#decided) words[at++] = word;
    words[at++] = this.#entries.count;
    this.chain.add(new Uint8Array(words.buffer, 0, at * 4), this.#entries.bytes());
    this.#decided.length = 0;
    this.#entries.clear();
  }

  /** Writes the rows of a flat chart. @returns the next free word */
  #writeRows(from: number, to: number, target: Uint16Array, start: number): number {
    const words = this.#words;
    let at = start;
    this.stretches(from, to, (segment, first, end) => {
      for (let i = first; i < end; i++) {
        const transition = segment.transition[i];
        words[at] = segment.agent[i];
        words[at + 1] = transition | (target[transition] << 16);
        words[at + 2] = segment.context[i];
        at += 3;
      }
    });
    return at;
  }

  /** Writes the rows of a chart with hierarchy. @returns the next free word */
  #writeSteps(from: number, to: number, steps: RowWords, start: number): number {
    const words = this.#words;
    let at = start;
    for (let row = from; row < to; row++) {
      const segment = this.#segmentOf(row);
      const i = row & SEGMENT_MASK;
      const own = steps.hashWords(segment.transition[i]);
      words[at++] = segment.agent[i];
      for (let w = 0; w < own.length; w++) words[at++] = own[w];
      words[at++] = segment.context[i];
    }
    return at;
  }

  /** The whole log at a sealed tick, as plain data. */
  save(): SavedLog {
    const saved = { agent: [] as number[], transition: [] as number[], context: [] as number[] };
    this.forEach(0, this.rows, (agent, transition, context) => {
      saved.agent.push(agent);
      saved.transition.push(transition);
      saved.context.push(context);
    });
    return { chain: this.hash, tickStart: [...this.#tickStart], ...saved };
  }

  /** Restores into an empty log. */
  restore({ chain, tickStart, agent, transition, context }: SavedLog): void {
    for (const [row, who] of agent.entries()) this.append(who, transition[row], context[row]);
    this.#tickStart.push(...tickStart);
    this.chain.goOnFrom(chain);
  }

  /**
   * Takes over the rows of another log up to a sealed tick into an empty one; full segments are shared.
   * @param chain the hash after that tick
   */
  takeOver(other: Log, upTo: Tick, chain: string): void {
    const rows = other.range(upTo)[1];
    const full = rows >>> SEGMENT_BITS;
    for (; this.#stored < full; this.#stored++)
      this.#store.append(other.#segmentOf(this.#stored * SEGMENT_ROWS));
    this.#openWith(copyRows(other.#segmentOf(rows), rows & SEGMENT_MASK));
    this.rows = rows;
    this.#tickStart.push(...other.#tickStart.slice(0, upTo - this.firstTick + 1));
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

  /** Calls `visit` for the stretches of the rows [from, to), in order: rows [first, end) of one segment each. */
  stretches(
    from: number,
    to: number,
    visit: (segment: LogSegment, first: number, end: number) => void,
  ): void {
    for (let row = from; row < to; ) {
      const first = row & SEGMENT_MASK;
      const length = Math.min(to - row, SEGMENT_ROWS - first);
      visit(this.#segmentOf(row), first, first + length);
      row += length;
    }
  }

  agentAt(row: number): number {
    return this.#segmentOf(row).agent[row & SEGMENT_MASK];
  }

  transitionAt(row: number): number {
    return this.#segmentOf(row).transition[row & SEGMENT_MASK];
  }

  contextAt(row: number): number {
    return this.#segmentOf(row).context[row & SEGMENT_MASK];
  }

  /** The tick in which a row was written. */
  tickAt(row: number): Tick {
    let low = 0;
    let high = this.#tickStart.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#tickStart[middle] <= row) low = middle;
      else high = middle - 1;
    }
    return this.firstTick + low;
  }

  /** Stores the open segment if it is full; otherwise doubles it. */
  #makeRoom(): void {
    const { length } = this.#agent;
    if (length === SEGMENT_ROWS) {
      this.#store.append(this.#open);
      this.#stored++;
      this.#openWith(createEmptySegment(SEGMENT_ROWS));
    } else this.#openWith(copyRows(this.#open, length));
  }

  #openWith(segment: LogSegment): void {
    this.#open = segment;
    this.#room = this.#stored * SEGMENT_ROWS + segment.agent.length;
    this.#agent = segment.agent;
    this.#transition = segment.transition;
    this.#context = segment.context;
  }

  #segmentOf(row: number): LogSegment {
    const index = row >>> SEGMENT_BITS;
    if (index >= this.#stored) return this.#open;
    if (index !== this.#lastRead) {
      this.#lastSegment = this.#store.read(index);
      this.#lastRead = index;
    }
    return this.#lastSegment!;
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
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

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
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.count = 0;
    this.#length = 0;
  }

  #number(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  #text(text: string): void {
    this.#reserve(4 + text.length * MAX_UTF8_BYTES_PER_UNIT);
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(this.#length + 4));
    this.#number(written);
    this.#length += written;
  }

  #reserve(more: number): void {
    const length = this.#length + more;
    if (length <= this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(length, this.#bytes.length * 2));
    wider.set(this.#bytes);
    this.#bytes = wider;
    this.#view = new DataView(wider.buffer);
  }
}
