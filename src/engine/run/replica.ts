import { checkTick, type Tick } from '../core/indices.ts';
import { estimateDataBytes } from './estimateDataBytes.ts';
import { repeatRecordedTick } from './repeatRecordedTick.ts';
import type { Run } from './run.ts';
import type { Keyframe } from './snapshot.ts';

/** Ticks between two keyframes of a stretch that is played again: as long as a few take to play, one takes to be made and restored. */
const REPLAY_KEYFRAME_INTERVAL = 4;
/** Most bytes of all keyframes, about; the fewest ticks apart go first. */
const MAX_KEYFRAME_BYTES = 0x1000_0000;
const MAX_KEYFRAMES = 64;

/**
 * A run as it was after any of its ticks: a second run that is brought to that tick, from the nearest keyframe on, by the same
 * answers. All that can be asked of a run can be asked of it, and what it says is what the run itself would have said then.
 */
export class Replica {
  readonly #original: Run;
  readonly #make: () => Run;
  /** By tick, ascending. */
  #keyframes: Keyframe[] = [];
  #run: Run | null = null;
  /** One that has just been made, for the next keyframe. */
  #spare: Run | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** @param make a run of the same set-up, before its warm-up */
  constructor(original: Run, make: () => Run) {
    this.#original = original;
    this.#make = make;
  }

  /** Keeps the original as it is, between two of its ticks. */
  keep(): void {
    this.#add(this.#original);
  }

  /** Prepares a spare run ahead of the next read. Queued; out-of-memory errors surface at that read. */
  prepare(): Promise<unknown> {
    const prepared = this.#turn.then(() => {
      this.#spare ??= this.#make();
    });
    this.#turn = prepared.catch(() => undefined);
    return this.#turn;
  }

  /**
   * Reads the run as it was after a tick. Readings take turns.
   * @param rest awaited between two ticks that are played again
   * @throws RangeError for a tick that has not been played
   */
  at<Result>(
    tick: Tick,
    read: (run: Run) => Result | Promise<Result>,
    rest?: () => Promise<unknown>,
  ): Promise<Result> {
    const result = this.#turn.then(async () => {
      const { tick: head, config } = this.#original;
      checkTick(tick, -config.warmUp, head);
      return read(tick === head ? this.#original : await this.#brought(tick, rest));
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #brought(tick: Tick, rest?: () => Promise<unknown>): Promise<Run> {
    const run = this.#nearest(tick);
    this.#run = null;
    run.follow(this.#original);
    while (run.tick < tick) {
      await repeatRecordedTick(run, this.#original);
      if ((run.tick + run.config.warmUp) % REPLAY_KEYFRAME_INTERVAL === 0) this.#add(run);
      await rest?.();
    }
    this.#run = run;
    return run;
  }

  /** The second run, if no keyframe is nearer to the tick than it is; else one that is made of the keyframe. */
  #nearest(tick: Tick): Run {
    const keyframe = this.#keyframes.findLast(({ tick: at }) => at <= tick);
    const here = this.#run;
    if (here !== null && here.tick <= tick && here.tick >= (keyframe?.tick ?? here.tick)) return here;
    const run = this.#spare ?? this.#make();
    this.#spare = null;
    if (keyframe !== undefined) run.become(this.#original, keyframe);
    return run;
  }

  #add(run: Run): void {
    const at = this.#keyframes.findLastIndex(({ tick }) => tick <= run.tick);
    if (this.#keyframes[at]?.tick === run.tick) return;
    const keyframe = run.keyframe();
    this.#keyframes.splice(at + 1, 0, keyframe);
    const most = Math.max(
      2,
      Math.min(MAX_KEYFRAMES, Math.floor(MAX_KEYFRAME_BYTES / estimateDataBytes(keyframe))),
    );
    while (this.#keyframes.length > most) this.#keyframes.splice(this.#closest(), 1);
  }

  /** The keyframe whose neighbours are the fewest ticks apart. */
  #closest(): number {
    let closest = 1;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 1; i < this.#keyframes.length - 1; i++) {
      const apart = this.#keyframes[i + 1].tick - this.#keyframes[i - 1].tick;
      if (apart < least) [closest, least] = [i, apart];
    }
    return closest;
  }
}
