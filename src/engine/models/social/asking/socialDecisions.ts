import { addRow, Growing, type SavedColumn } from '../../../core/tables/growing.ts';
import type { Evidence } from '../../../oracle/oracle.ts';
import { OPTIONS } from './policy.ts';

/** Option number of an answer that did not come in time. */
export const LATE_OPTION = 0xff;
/** Option number of an unusable answer; the agent scrolls on. */
export const FALLBACK = 0xfe;

/** `ignore`, `like`, `reply`, `reshare`, `late` or `fallback`. */
export function getOptionName(option: number): string {
  if (option === LATE_OPTION) return 'late';
  return option === FALLBACK ? 'fallback' : OPTIONS[option];
}

/** An oracle's part of a decision, in addition to the columns. */
export interface SocialAnswer {
  /** One per option of the question, sum 1. */
  readonly probabilities: readonly number[] | null;
  /** Reason for a fallback. */
  readonly reason: string | null;
  /** The agent's text, in the model's words. */
  readonly text: string | null;
  readonly evidence: Evidence;
}

const SOCIAL_DECISION_COLUMNS = [
  'tick',
  'agent',
  'option',
  'source',
  'post',
  'tie',
  'social2',
  'sessionUsed',
  'sessionLength',
  'mood',
] as const;

/** A question's part of a row. */
interface Asked {
  readonly tick: number;
  readonly agent: number;
  readonly post: number;
  readonly tie: number;
  readonly social2: number;
  readonly sessionUsed: number;
  readonly sessionLength: number;
  readonly mood: number;
}

/** All decisions as plain data. */
export interface SavedDecisions {
  readonly columns: readonly SavedColumn[];
  readonly said: readonly (readonly [row: number, said: SocialAnswer])[];
}

/**
 * One row per (agent, tick) with a question, with the inputs of the policy's terms, from which these are
 * recomputed on demand.
 */
export class Decisions {
  readonly tick = new Growing(Int32Array);
  readonly agent = new Growing(Uint32Array);
  /** Index into OPTIONS, LATE or FALLBACK. */
  readonly option = new Growing(Uint8Array);
  /** Index into SOURCES. */
  readonly source = new Growing(Uint8Array);
  /** The copy that the agent saw. */
  readonly post = new Growing(Uint32Array);
  readonly tie = new Growing(Uint16Array);
  readonly social2 = new Growing(Uint32Array);
  readonly sessionUsed = new Growing(Uint16Array);
  readonly sessionLength = new Growing(Uint16Array);
  /** Index into MOODS; 0 throughout in the flat chart. */
  readonly mood = new Growing(Uint8Array);

  /** An oracle's words, by row; the policy's answers can be recomputed. */
  readonly said = new Map<number, SocialAnswer>();

  readonly #columns = SOCIAL_DECISION_COLUMNS.map(name => this[name]);

  save(): SavedDecisions {
    return { columns: this.#columns.map(column => column.save()), said: [...this.said] };
  }

  restore({ columns, said }: SavedDecisions): void {
    for (const [i, column] of this.#columns.entries()) column.restore(columns[i]);
    for (const [row, one] of said) this.said.set(row, one);
  }

  /** Adds a row. */
  add(q: Asked, option: number, source: number): void {
    const row = addRow(this.#columns);
    this.tick.data[row] = q.tick;
    this.agent.data[row] = q.agent;
    this.option.data[row] = option;
    this.source.data[row] = source;
    this.post.data[row] = q.post;
    this.tie.data[row] = q.tie;
    this.social2.data[row] = q.social2;
    this.sessionUsed.data[row] = q.sessionUsed;
    this.sessionLength.data[row] = q.sessionLength;
    this.mood.data[row] = q.mood;
  }

  get count(): number {
    return this.tick.length;
  }

  /** Rows of one agent, newest first, at most `limit`, with their total number. */
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
