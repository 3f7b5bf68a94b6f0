import type { Tick } from '../../engine/core/indices.ts';
import type { Frame } from '../../engine/model/frame.ts';

/** Rows of a fixed width in one typed array that doubles when it is full. */
class GrowingRows {
  readonly width: number;
  rows = 0;
  data: Uint32Array;

  constructor(width: number) {
    this.width = width;
    this.data = new Uint32Array(256 * Math.max(1, width));
  }

  append(values: Uint32Array, rows: number): void {
    const need = (this.rows + rows) * this.width;
    if (need > this.data.length) {
      const larger = new Uint32Array(Math.max(need, this.data.length * 2));
      larger.set(this.data);
      this.data = larger;
    }
    this.data.set(values, this.rows * this.width);
    this.rows += rows;
  }
}

/**
 * The page's columns of a run, one row per tick from `first` to `head`. They grow in place and keep their identity, so
 * drawings watch the head.
 */
export class TickColumns {
  readonly first: Tick;
  readonly states: number;
  readonly transitions: number;
  readonly series: number;
  head: Tick;
  /** Most agents outside the resting state 0 at the end of any tick; sets the height of the scale. */
  maxActive = 0;
  /** Largest sum of a tick's series. */
  maxSeries = 0;
  private readonly countRows: GrowingRows;
  private readonly flowRows: GrowingRows;
  private readonly seriesRows: GrowingRows;

  private readonly before: { readonly states: readonly number[]; readonly agents: number };

  /** `first` is the first tick of the warm-up, −W + 1; `before` it all are in the same states. */
  constructor(
    first: Tick,
    states: number,
    transitions: number,
    series: number,
    before: { readonly states: readonly number[]; readonly agents: number },
  ) {
    this.before = before;
    this.first = first;
    this.states = states;
    this.transitions = transitions;
    this.series = series;
    this.head = first - 1;
    this.countRows = new GrowingRows(states);
    this.flowRows = new GrowingRows(transitions);
    this.seriesRows = new GrowingRows(series);
  }

  /** Appends a frame; one that leaves a gap is a defect of the sender. */
  append(frame: Pick<Frame, 'from' | 'to' | 'counts' | 'flows' | 'series'>): void {
    if (frame.from !== this.head)
      throw new Error(`frame starts after tick ${frame.from}, the page is at ${this.head}`);
    const rows = frame.to - frame.from;
    this.countRows.append(frame.counts, rows);
    this.flowRows.append(frame.flows, rows);
    this.seriesRows.append(frame.series, rows);
    for (let tick = frame.from + 1; tick <= frame.to; tick++) this.widen(tick);
    this.head = frame.to;
  }

  private active(tick: Tick): number {
    let active = 0;
    for (let state = 1; state < this.states; state++) active += this.count(tick, state);
    return active;
  }

  private widen(tick: Tick): void {
    const active = this.active(tick);
    let sum = 0;
    for (let index = 0; index < this.series; index++) sum += this.value(tick, index);
    this.maxActive = Math.max(this.maxActive, active);
    this.maxSeries = Math.max(this.maxSeries, sum);
  }

  /** Most agents outside the resting state 0 at the end of any tick up to this one. */
  mostActive(upTo: Tick): number {
    if (upTo >= this.head) return this.maxActive;
    let most = 0;
    for (let tick = this.first; tick <= upTo; tick++) most = Math.max(most, this.active(tick));
    return most;
  }

  has(tick: Tick): boolean {
    return tick >= this.first && tick <= this.head;
  }

  /** Agents in a state at the end of a tick. */
  count(tick: Tick, state: number): number {
    if (tick < this.first) return this.before.states.includes(state) ? this.before.agents : 0;
    return this.countRows.data[(tick - this.first) * this.states + state] ?? 0;
  }

  /** Agents that took a transition in a tick. */
  flow(tick: Tick, transition: number): number {
    return this.flowRows.data[(tick - this.first) * this.transitions + transition] ?? 0;
  }

  /** The same in the ticks a … b. */
  flowIn(a: Tick, b: Tick, transition: number): number {
    let sum = 0;
    for (let tick = Math.max(a, this.first); tick <= b; tick++) sum += this.flow(tick, transition);
    return sum;
  }

  /** One of the model's series in a tick. */
  value(tick: Tick, index: number): number {
    return this.seriesRows.data[(tick - this.first) * this.series + index] ?? 0;
  }

  /** Mean of a state's count over the ticks a … b, both inside the run. */
  meanCount(a: Tick, b: Tick, state: number): number {
    let sum = 0;
    for (let tick = a; tick <= b; tick++) sum += this.count(tick, state);
    return sum / (b - a + 1);
  }
}
