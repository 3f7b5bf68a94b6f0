import type { Tick } from '../core/indices.ts';
import { createMoment } from '../run/moment.ts';
import type { Run } from '../run/run.ts';
import type { Condition } from './condition.ts';
import { type MetBy, RowConditionMatcher } from './rowConditionMatcher.ts';
import { listMetConditions, type Met, RunWatch } from './runWatch.ts';
import { collectComparedOutcomes, satisfiesComparison } from './watchCondition.ts';

/** Ticks per pass if the past has to be restored: as many as between its keyframes. */
const STRETCH = 16;

/** Readers of the past. */
export interface Backwards {
  /** Reads the run as it was after a tick. */
  at<Result>(tick: Tick, read: (run: Run) => Result): Promise<Result>;
  /** Awaited now and then. */
  breathe(): Promise<unknown>;
}

/**
 * The last tick before one that met one of some conditions, and the first of those it met; null for none. Facts outside
 * the log and its outcomes (failures, agents' values) are looked up in the run as it was.
 */
export async function findLastMetBefore(
  run: Run,
  conditions: readonly Condition[],
  before: Tick,
  past: Backwards,
): Promise<Met | null> {
  const end = Math.min(before - 1, run.tick);
  const report = await findLastMetInLog(run, conditions, end, past);
  // An earlier tick than that is of no interest, and in the same one the first condition is.
  const lived = await findLastMetByReplay(
    run,
    conditions,
    end,
    report?.tick ?? run.machine.past.start + 1,
    past,
  );
  if (report === null || lived === null) return report ?? lived;
  return lived.tick > report.tick || lived.condition < report.condition ? lived : report;
}

/** Facts from log, counts and outcomes. */
async function findLastMetInLog(
  run: Run,
  conditions: readonly Condition[],
  end: Tick,
  { breathe }: Backwards,
): Promise<Met | null> {
  const { start } = run.machine.past;
  if (conditions.every(needsRunReplay)) return null;
  const at = createLogMatcher(run, conditions);
  for (let tick = end; tick > start; tick--) {
    const [met] = at(tick);
    if (met !== undefined) return met;
    await breathe();
  }
  return null;
}

/**
 * Conditions that a tick of a run met, as far as log, counts and outcomes show. O(its rows; outcomes as the model has
 * them)
 */
function createLogMatcher(run: Run, conditions: readonly Condition[]): (tick: Tick) => readonly Met[] {
  const rows = new RowConditionMatcher(run.machine, run.config.agents, conditions);
  const outcomes = createOutcomeReader(run, collectComparedOutcomes(conditions));
  const holds = (condition: Compared, tick: Tick) =>
    satisfiesComparison(
      condition,
      condition.of === 'outcome'
        ? outcomes(tick)[condition.number]
        : createMoment(run, tick).counts[condition.number],
    );
  return tick => {
    const met: MetBy = new Map();
    rows.meet(tick, met);
    for (const [at, condition] of conditions.entries())
      if (condition.kind === 'compares' && holds(condition, tick) && !holds(condition, tick - 1))
        met.set(at, null);
    return listMetConditions(met, tick);
  };
}

type Compared = Extract<Condition, { readonly kind: 'compares' }>;

/** A run's outcomes, of which those of the last two ticks that were asked for are remembered. */
function createOutcomeReader(run: Run, wanted: ReadonlySet<number>) {
  const known: { readonly tick: Tick; readonly values: ReturnType<Run['outcomesAt']> }[] = [];
  return (tick: Tick) => {
    const found = known.find(one => one.tick === tick);
    if (found !== undefined) return found.values;
    const values = run.outcomesAt(tick, wanted);
    known.unshift({ tick, values });
    known.length = Math.min(known.length, 2);
    return values;
  };
}

/** True if only the replayed run shows that a tick met it. */
const needsRunReplay = ({ kind }: Condition): boolean =>
  kind === 'fails' || kind === 'holds' || kind === 'sticks';

/** The same in the ticks from `first` on, stretch by stretch, the latest first. */
async function findLastMetByReplay(
  run: Run,
  conditions: readonly Condition[],
  end: Tick,
  first: Tick,
  past: Backwards,
): Promise<Met | null> {
  const lived = conditions.flatMap((condition, at) => (needsRunReplay(condition) ? [{ condition, at }] : []));
  if (lived.length === 0) return null;
  const { start } = run.machine.past;
  for (let to = end; to >= first; ) {
    const from = Math.max(first - 1, start + Math.floor((to - 1 - start) / STRETCH) * STRETCH);
    const last = await findLastMetInStretch(
      lived.map(({ condition }) => condition),
      from,
      to,
      past,
    );
    if (last !== null) return { ...last, condition: lived[last.condition].at };
    to = from;
  }
  return null;
}

/** The last of the ticks (from, to] that met one. */
async function findLastMetInStretch(conditions: readonly Condition[], from: Tick, to: Tick, past: Backwards) {
  const watch = await past.at(from, run => new RunWatch(run, conditions));
  let last: Met | null = null;
  for (let tick = from + 1; tick <= to; tick++) {
    const [met] = await past.at(tick, run => watch.met(run));
    last = met ?? last;
  }
  return last;
}
