import { Growing } from '../../growing.ts';

/** Option number of a decision that did not come in time. */
export const LATE = 0xff;

/**
 * One row per (agent, tick) in which a question was put, with what the policy's terms are made of; they are
 * computed again when somebody asks.
 */
export class Decisions {
  readonly tick = new Growing(Int32Array);
  readonly agent = new Growing(Uint32Array);
  /** Index into OPTIONS, or LATE. */
  readonly option = new Growing(Uint8Array);
  /** Index into SOURCES. */
  readonly source = new Growing(Uint8Array);
  /** The copy that the agent saw. */
  readonly post = new Growing(Uint32Array);
  readonly tie = new Growing(Uint16Array);
  readonly social2 = new Growing(Uint32Array);
  readonly sessionUsed = new Growing(Uint16Array);
  readonly sessionLength = new Growing(Uint16Array);

  get count(): number {
    return this.tick.length;
  }

  /** Rows of one agent, newest first; at most `limit`, and how many there are in all. */
  of(agent: number, limit: number): { rows: number[]; total: number } {
    const rows: number[] = [];
    let total = 0;
    const agents = this.agent.data;
    for (let row = this.count - 1; row >= 0; row--) {
      if (agents[row] !== agent) continue;
      total++;
      if (rows.length < limit) rows.push(row);
    }
    return { rows, total };
  }
}
