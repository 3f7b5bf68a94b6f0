import type { Tick } from '../core/indices.ts';
import type { Oracle } from '../oracle/oracle.ts';
import type { Run } from './run.ts';

/** Options for playing a run: how far, by which oracle, and what happens between ticks. */
interface PlayOptions {
  readonly oracle: Oracle;
  /** The last tick; absent: until nothing more can happen. */
  readonly until?: Tick;
  /** Ends the playing; the run stays sealed at the last whole tick. */
  readonly signal?: AbortSignal;
  /** Called before each tick; `false` ends the playing. */
  readonly before?: (next: Tick) => boolean;
  /** Wraps the playing of a tick, if other work must not happen in the middle of one. */
  readonly inTurn?: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Awaited after each sealed tick. */
  readonly after?: () => unknown;
}

/** Why a run stopped: it reached the last tick, nothing is left to happen, or somebody ended it. */
type Ending = 'reached' | 'over' | 'ended';

const NEVER_ABORTED = new AbortController().signal;
const runImmediately = <Result>(work: () => Promise<Result>) => work();

/** Plays a run tick by tick. The one loop around `Run.step`. @throws whatever the oracle throws */
export async function playRunTicks(run: Run, playing: PlayOptions): Promise<Ending> {
  const {
    oracle,
    until = Number.POSITIVE_INFINITY,
    signal = NEVER_ABORTED,
    inTurn = runImmediately,
  } = playing;
  while (run.tick < until) {
    if (run.state.isOver) return 'over';
    if (playing.before?.(run.tick + 1) === false) return 'ended';
    if (!(await inTurn(async () => !run.state.isOver && (await run.step(oracle, signal))))) return 'ended';
    await playing.after?.();
  }
  return 'reached';
}
