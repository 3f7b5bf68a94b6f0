import type { Tick } from '../../../engine/core/indices.ts';
import { createRun, type Loaded } from '../../../engine/models/openRun.ts';
import { Replica } from '../../../engine/run/replica.ts';
import type { Run } from '../../../engine/run/run.ts';
import { createTimeSlicer } from '../../shared/pace.ts';

/** Milliseconds without a look until the next one is prepared. */
const IDLE = 60;
/** Most of the time of playing that keeping costs, about: one part in so many. */
const KEEPING_TIME_SHARE = 30;

/** The open run at any tick: at its head as it is, before that as a replica of it. */
export class LookingBack {
  readonly #run: Run;
  readonly #replica: Replica;
  /** Milliseconds played since the last keyframe, and that one took. */
  #played = 0;
  #cost = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(run: Run, loaded: Loaded) {
    this.#run = run;
    this.#replica = new Replica(run, () => createRun(loaded));
  }

  /** Reads the run as it was. @param tick null for the head. @throws RangeError for a tick that has not been played */
  at<Result>(tick: Tick | null, read: (run: Run) => Result | Promise<Result>): Promise<Result> {
    const run = this.#run;
    if (tick === null || tick === run.tick) return Promise.resolve(run).then(read);
    clearTimeout(this.#idle);
    const result = this.#replica.at(
      tick,
      past => {
        projectSameRegion(past, run);
        measureAlike(past, run);
        return read(past);
      },
      createTimeSlicer(),
    );
    const prepare = () => {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => void this.#replica.prepare(), IDLE);
    };
    result.then(prepare, prepare);
    return result;
  }

  /** Keeps a keyframe now and then. @param milliseconds that the tick took which has just been sealed */
  sealed(milliseconds: number): void {
    this.#played += milliseconds;
    if (this.#played < KEEPING_TIME_SHARE * this.#cost) return;
    const start = performance.now();
    this.#replica.keep();
    this.#cost = performance.now() - start;
    this.#played = 0;
  }
}

/** Shows the region of a chart with hierarchy that another run shows. */
export function projectSameRegion({ machine: { table: past } }: Run, { machine: { table } }: Run): void {
  const shown = table.projection?.region.shown;
  if (shown !== undefined && shown !== past.projection?.region.shown) past.showRegion(shown);
}

/** Counts a run as the run counts of which it is a replica. */
function measureAlike(past: Run, { config: { parameters }, model }: Run): void {
  for (const { name, measures } of model.parameters)
    if (measures && past.config.parameters[name] !== parameters[name]) past.remeasure(name, parameters[name]);
}
