import type { Tick } from '../../engine/core/indices.ts';
import { type AgentHistory, applyHistoryRow, findLastMove } from '../../engine/log/fold.ts';
import type { FrameMoves } from '../../engine/model/frame.ts';
import type { TimelineRows } from '../../workers/protocol/api.ts';

/** One agent's complete history: the state entered at each tick of a move, in order of time. */
interface RowHistory extends AgentHistory {
  /** Last tick of the history when it was loaded. */
  readonly upTo: Tick;
}

/** State of an agent at the end of a tick. */
export function getStateAtTick(history: RowHistory, tick: Tick, initial: number): number {
  const move = findLastMove(history.tick, tick);
  return move < 0 ? initial : history.state[move];
}

/** Most rows that are held. */
const MAX_ROWS = 2000;

/**
 * Histories of the agents whose rows are on the screen. They are requested once; from then on frames extend
 * them, and after a frame without moves they are requested again.
 */
export class Histories {
  readonly #rows = new Map<number, RowHistory>();
  /** 1 for each agent in it: a frame may have a hundred thousand moves, and few are on the screen. */
  readonly #held: Uint8Array;
  /** Rows that lack moves; they are shown as they are until they have been reloaded. */
  readonly #stale = new Set<number>();
  /** Counts loads: a drawing of another version is void. */
  version = 0;

  constructor(agents: number) {
    this.#held = new Uint8Array(agents);
  }

  get(agent: number): RowHistory | undefined {
    return this.#rows.get(agent);
  }

  /** The wanted agents whose histories must be requested. */
  missing(wanted: readonly number[]): number[] {
    return wanted.filter(agent => !this.#rows.has(agent) || this.#stale.has(agent));
  }

  /** `head`: the page's last tick. Frames that overtook the answer make it stale at once. */
  load(answer: TimelineRows, head: Tick): void {
    if (this.#rows.size + answer.agents.length > MAX_ROWS) {
      this.#rows.clear();
      this.#held.fill(0);
    }
    for (let row = 0; row < answer.agents.length; row++) {
      const [start, end] = [answer.offsets[row], answer.offsets[row + 1]];
      const agent = answer.agents[row];
      this.#held[agent] = 1;
      if (answer.upTo < head) this.#stale.add(agent);
      else this.#stale.delete(agent);
      this.#rows.set(agent, {
        tick: Array.from(answer.tick.subarray(start, end)),
        state: Array.from(answer.state.subarray(start, end)),
        context: Array.from(answer.context.subarray(start, end)),
        upTo: answer.upTo,
      });
    }
    this.version++;
  }

  extend({ tick, agent, transition, context }: FrameMoves, targets: Uint16Array): void {
    const held = this.#held;
    for (let row = 0; row < agent.length; row++) {
      if (held[agent[row]] === 0) continue;
      const history = this.#rows.get(agent[row]);
      // An answer may reach beyond the frames that are still under way.
      if (!history || tick[row] <= history.upTo) continue;
      applyHistoryRow(history, targets, tick[row], transition[row], context[row]);
    }
  }

  /** Marks everything stale after moves were lost. */
  expire(): void {
    for (const agent of this.#rows.keys()) this.#stale.add(agent);
  }
}
