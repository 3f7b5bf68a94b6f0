import { checkTick, type Tick } from '../core/indices.ts';
import { type AgentHistory, applyHistoryRow, applyLogRow, type StateColumns } from './fold.ts';
import type { Log } from './log.ts';
import type { LogRows } from './logStore.ts';

/** Ticks between keyframes: a lookup folds half of them on average, a keyframe takes six bytes per agent. */
const KEYFRAME_INTERVAL = 32;
const MAX_PAST_TICKS = 0xffff;

interface Keyframe extends StateColumns {
  readonly tick: Tick;
}

/** The agents as they were after a tick. */
class PastColumns implements Keyframe {
  constructor(
    readonly tick: Tick,
    readonly state: Uint16Array,
    readonly since: Int32Array,
  ) {}

  /** Each agent's ticks in its state, as the column had them. */
  ticksInState(): Uint16Array {
    return Uint16Array.from(this.since, since => Math.min(MAX_PAST_TICKS, this.tick - since));
  }
}

/** A consumer of the log's rows. */
type RowVisitor = (tick: Tick, agent: number, transition: number, context: number) => void;

/** The parts of a machine from which its past is read. */
interface PastParts {
  readonly log: Log;
  readonly size: number;
  readonly initial: number;
  /** The state that each transition leads to; in a chart with hierarchy, configurations and steps. */
  readonly steps: { readonly targets: Uint16Array };
}

/**
 * The past as the log has it: the state of every agent at any sealed tick. Keyframes of the state columns are made as
 * needed; from the nearest one before a tick, a lookup continues along the log's rows. They are cheap and
 * hold nothing of the model: to resume a run, `Run.save` saves the whole.
 */
export class Past {
  readonly #log: Log;
  readonly #steps: PastParts['steps'];
  readonly #keyframes: Keyframe[];

  constructor({ log, size, initial, steps }: PastParts) {
    this.#log = log;
    this.#steps = steps;
    const tick = log.firstTick - 1;
    const state = new Uint16Array(size).fill(initial);
    this.#keyframes = [{ tick, state, since: new Int32Array(size).fill(tick) }];
  }

  /** The tick before the first. */
  get start(): Tick {
    return this.#keyframes[0].tick;
  }

  /** @throws RangeError for a tick that has not been played. */
  at(tick: Tick): PastColumns {
    checkTick(tick, this.start, this.#log.tick);
    return this.#forward(this.#keyframeBefore(tick), tick);
  }

  /** Calls `visit` for the rows of the ticks (from, to], in order. */
  forEach(from: Tick, to: Tick, visit: RowVisitor): void {
    for (let tick = from + 1; tick <= to; tick++)
      this.#log.forEach(...this.#log.range(tick), (agent, transition, context) =>
        visit(tick, agent, transition, context),
      );
  }

  /** State of one agent after a tick. */
  stateAt(agent: number, tick: Tick): number {
    checkTick(tick, this.start, this.#log.tick);
    for (const row of this.#rowsBack(agent, tick)) return this.stateAfter(row);
    return this.#keyframes[0].state[agent];
  }

  /** State that a row's transition left. */
  stateBefore(agent: number, row: number): number {
    for (const other of this.#rowsBack(agent, this.#log.tickAt(row)))
      if (other < row) return this.stateAfter(other);
    return this.#keyframes[0].state[agent];
  }

  /** State that a row's transition entered. */
  stateAfter(row: number): number {
    return this.#steps.targets[this.#log.transitionAt(row)];
  }

  /** An agent's history as it was after a tick: its last rows, at most `depth`, oldest first. */
  history(agent: number, tick: Tick, depth: number): readonly number[] {
    checkTick(tick, this.start, this.#log.tick);
    const rows: number[] = [];
    if (depth === 0) return rows;
    for (const row of this.#rowsBack(agent, tick)) if (rows.push(row) === depth) break;
    return rows.reverse();
  }

  /** All transitions of some agents up to a tick: one pass. */
  histories(agents: readonly number[], upTo: Tick): readonly AgentHistory[] {
    const histories = agents.map((): AgentHistory => ({ tick: [], state: [], context: [] }));
    const place = new Map(agents.map((agent, i) => [agent, histories[i]]));
    const slots: (AgentHistory | undefined)[] = Array.from(this.#keyframes[0].state, (_, agent) =>
      place.get(agent),
    );
    const log = this.#log;
    for (let tick = this.start + 1; tick <= upTo; tick++) {
      const [from, to] = log.range(tick);
      let row = from;
      const visit = ({ agent }: LogRows, first: number, end: number) => {
        for (let i = first; i < end; i++, row++) {
          const history = slots[agent[i]];
          if (history !== undefined)
            applyHistoryRow(history, this.#steps.targets, tick, log.transitionAt(row), log.contextAt(row));
        }
      };
      log.stretches(from, to, visit, ['agent']);
    }
    return histories;
  }

  /** The last keyframe at or before a tick; missing ones before it are made. */
  #keyframeBefore(tick: Tick): Keyframe {
    const whole = Math.floor((tick - this.start) / KEYFRAME_INTERVAL);
    while (this.#keyframes.length <= whole) {
      const last = this.#keyframes[this.#keyframes.length - 1];
      this.#keyframes.push(this.#forward(last, last.tick + KEYFRAME_INTERVAL));
    }
    return this.#keyframes[whole];
  }

  #forward(from: Keyframe, tick: Tick): PastColumns {
    const columns = new PastColumns(tick, from.state.slice(), from.since.slice());
    const { targets } = this.#steps;
    for (let at = from.tick + 1; at <= tick; at++) {
      const visit = ({ agent, transition }: LogRows, first: number, end: number) => {
        for (let i = first; i < end; i++) applyLogRow(columns, targets, at, agent[i], transition[i]);
      };
      this.#log.stretches(...this.#log.range(at), visit, ['agent', 'transition']);
    }
    return columns;
  }

  /** An agent's rows up to a tick, latest first, from each keyframe back to its last move. */
  *#rowsBack(agent: number, tick: Tick): Generator<number> {
    for (let at = tick; at > this.start; ) {
      const keyframe = this.#keyframeBefore(at - 1);
      const [from] = this.#log.range(keyframe.tick + 1);
      let [, row] = this.#log.range(at);
      for (;;) {
        row = this.#log.lastOf(agent, from, row);
        if (row < 0) break;
        yield row;
      }
      at = keyframe.since[agent];
    }
  }
}
