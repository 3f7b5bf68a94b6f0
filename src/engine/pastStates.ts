import type { Tick } from './indices.ts';
import type { Run } from './run.ts';

const EVERY = 64;

/** Every agent's state after some tick, and the tick of its last transition. */
export interface Snapshot {
  readonly tick: Tick;
  readonly state: Uint16Array;
  /** The tick before the warm-up where there was none. */
  readonly since: Int32Array;
}

/** States of the past, from the log; a checkpoint every 64 ticks keeps a look back short. */
export class PastStates {
  readonly #run: Run;
  readonly #checkpoints: Snapshot[] = [];

  constructor(run: Run) {
    this.#run = run;
    const { size } = run.machine.population;
    const tick = 0 - run.config.warmUp;
    const state = new Uint16Array(size).fill(run.machine.chart.initial);
    this.#checkpoints.push({ tick, state, since: new Int32Array(size).fill(tick) });
  }

  /** @throws RangeError for a tick that has not been played. */
  at(tick: Tick): Snapshot {
    const start = this.#checkpoints[0].tick;
    if (!Number.isInteger(tick) || tick < start || tick > this.#run.tick)
      throw new RangeError(`tick ${tick} is not between ${start} and ${this.#run.tick}`);
    const whole = Math.floor((tick - start) / EVERY);
    while (this.#checkpoints.length <= whole) {
      const last = this.#checkpoints[this.#checkpoints.length - 1];
      this.#checkpoints.push(this.#forward(last, last.tick + EVERY));
    }
    return this.#forward(this.#checkpoints[whole], tick);
  }

  #forward(from: Snapshot, tick: Tick): Snapshot {
    const { log, chart } = this.#run.machine;
    const state = from.state.slice();
    const since = from.since.slice();
    for (let t = from.tick + 1; t <= tick; t++) {
      log.forEach(...log.range(t), (agent, transition) => {
        state[agent] = chart.target[transition];
        since[agent] = t;
      });
    }
    return { tick, state, since };
  }
}
