import type { Moves } from '../engine/frame.ts';
import type { Tick } from '../engine/indices.ts';
import type { TimelineRows } from '../workers/api.ts';

/** One agent's complete history: the state entered at each tick of a move, in order of time. */
export interface History {
  readonly tick: number[];
  readonly state: number[];
  /** 0 for none, else post index + 1. */
  readonly context: number[];
  /** The history was complete up to this tick when it was loaded. */
  readonly upTo: Tick;
}

/** Index of the last move at or before a tick, −1 for none. */
export function moveAt(history: History, tick: Tick): number {
  let low = 0;
  let high = history.tick.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (history.tick[middle]! <= tick) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** State of an agent at the end of a tick. */
export function stateAt(history: History, tick: Tick, initial: number): number {
  const move = moveAt(history, tick);
  return move < 0 ? initial : history.state[move]!;
}

/**
 * Histories of the agents whose rows are on the screen. They are asked for once; from then on frames extend
 * them, and a frame without moves drops them all.
 */
export class Histories {
  private readonly rows = new Map<number, History>();
  private readonly limit: number;
  /** Counts what was loaded or dropped: a drawing of another version is void. */
  version = 0;

  constructor(limit = 2000) {
    this.limit = limit;
  }

  get(agent: number): History | undefined {
    return this.rows.get(agent);
  }

  /** Those of the wanted agents that must be asked for. */
  missing(wanted: readonly number[]): number[] {
    return wanted.filter(agent => !this.rows.has(agent));
  }

  load(answer: TimelineRows): void {
    if (this.rows.size + answer.agents.length > this.limit) this.rows.clear();
    for (let row = 0; row < answer.agents.length; row++) {
      const [start, end] = [answer.offsets[row]!, answer.offsets[row + 1]!];
      this.rows.set(answer.agents[row]!, {
        tick: Array.from(answer.tick.subarray(start, end)),
        state: Array.from(answer.state.subarray(start, end)),
        context: Array.from(answer.context.subarray(start, end)),
        upTo: answer.upTo,
      });
    }
    this.version++;
  }

  extend(moves: Moves, targets: Uint16Array): void {
    for (let row = 0; row < moves.agent.length; row++) {
      const history = this.rows.get(moves.agent[row]!);
      // An answer may reach beyond the frames that are still under way.
      if (!history || moves.tick[row]! <= history.upTo) continue;
      history.tick.push(moves.tick[row]!);
      history.state.push(targets[moves.transition[row]!]!);
      history.context.push(moves.context[row]!);
    }
  }

  clear(): void {
    this.rows.clear();
    this.version++;
  }
}
