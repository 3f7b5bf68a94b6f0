import { InputError } from '../engine/core/errors.ts';
import type { Tick } from '../engine/core/indices.ts';
import { Journal } from '../engine/oracle/journal.ts';
import type { OracleRecord } from '../engine/oracle/oracle.ts';
import type { OracleSetup } from '../engine/oracle/oracleSetup.ts';
import { isLanguageModelOracle } from '../engine/oracle/oracleSetup.ts';
import { playRunTicks } from '../engine/run/playRunTicks.ts';
import type { Run } from '../engine/run/run.ts';
import type { SavedTick, StoredRun } from './savedRun.ts';

/** The last tick that was kept. */
export const getLastSavedTick = ({ ticks }: StoredRun): Tick => ticks.at(-1)?.tick ?? 0;

/** True if more than one oracle decided in it. */
export const hasMixedOracles = ({ ticks, setup }: StoredRun): boolean =>
  ticks.some(({ isHandedOver }) => isHandedOver) ||
  (setup.oracle.kind === 'policy' && ticks.some(({ answers }) => answers !== undefined));

/** The record of the last decider; null if only the policy decided. */
export const findLastOracleRecord = ({ ticks }: StoredRun): OracleRecord | null =>
  ticks.findLast(({ record }) => record !== undefined)?.record ?? null;

/**
 * Plays a run after its warm-up to its saved tick: by the saved answers and, if there are none, by the policy.
 * @param watch `before` a tick may end it; `after` one is awaited
 * @throws InputError if the result is another run
 */
export async function restoreSavedRun(
  run: Run,
  kept: StoredRun,
  watch: { readonly before: () => boolean; readonly after: () => unknown },
): Promise<void> {
  const journal = buildSavedJournal(kept.ticks);
  const { tick: until, hash } = kept.ticks.at(-1) ?? { tick: 0, hash: '' };
  while (run.tick < until) {
    const next = run.tick + 1;
    if (journal.isHandedOver(next)) run.handOver();
    const ending = await playRunTicks(run, {
      oracle: journal.oracleOf(next) ?? run.policy,
      until: next,
      before: watch.before,
      after: watch.after,
    });
    if (ending !== 'reached') break;
  }
  if (run.tick === until && hash !== '' && run.hash !== hash)
    throw new InputError(
      `the saved run played differently: hash ${run.hash.slice(0, 8)} instead of ${hash.slice(0, 8)} (saved by engine ${kept.engine})`,
    );
}

/**
 * Records in the run's document the tick from which another oracle decides than the last one.
 * @returns true if it is another one
 */
export function handOverToOracle(run: Run, oracle: OracleSetup): boolean {
  const { kind, model } = run.oracleRecord;
  const isSame = kind === oracle.kind && (!isLanguageModelOracle(oracle) || model === oracle.model);
  if (isSame || run.rounds === 0) return false;
  run.handOver();
  return true;
}

/** All that other oracles than the policy have said. */
export function buildSavedJournal(ticks: readonly SavedTick[]): Journal {
  const journal = new Journal();
  let record: OracleRecord | undefined;
  for (const kept of ticks) {
    record = kept.record ?? record;
    if (kept.isHandedOver) journal.handOver(kept.tick);
    if (kept.answers) journal.add(kept.tick, { answers: kept.answers, record });
  }
  return journal;
}
