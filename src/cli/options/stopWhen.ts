import { readCondition } from '../../engine/conditions/condition.ts';
import { collectConditionNames, RunWatch } from '../../engine/conditions/runWatch.ts';
import { formatAgentId } from '../../engine/core/indices.ts';
import type { Run } from '../../engine/run/run.ts';

/** A condition that ended the playing. */
export interface StoppedWhen {
  readonly condition: string;
  readonly round: number;
  /** The first agent that met it in that round; absent if it is not about an agent. */
  readonly agent?: string;
}

/** Stops a run at the first round that meets one of some conditions. */
export class StopWhen {
  readonly #run: Run;
  readonly #texts: readonly string[];
  readonly #watch: RunWatch;
  /** The condition that stopped the run; null: none yet. */
  met: StoppedWhen | null = null;

  /** @throws InputError for a condition that the run cannot meet */
  constructor(run: Run, texts: readonly string[]) {
    this.#run = run;
    this.#texts = texts;
    this.#watch = new RunWatch(
      run,
      texts.map(text => readCondition(text, collectConditionNames(run))),
    );
  }

  /** A round is over; those of the warm-up are not looked at. */
  sealed(): void {
    const [first] = this.#watch.met();
    if (first === undefined || this.#run.tick < 1) return;
    const { condition, tick, agent } = first;
    this.met = {
      condition: this.#texts[condition],
      round: tick,
      ...(agent !== null && { agent: formatAgentId(agent) }),
    };
  }
}
