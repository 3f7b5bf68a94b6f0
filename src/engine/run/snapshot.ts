import type { Tick } from '../core/indices.ts';
import type { SavedLog } from '../log/log.ts';
import type { EarlierOracle, OracleRecord } from '../oracle/oracle.ts';
import type { Change } from '../setup/config.ts';
import type { SavedFailures } from '../statechart/failures.ts';
import type { SavedMachine } from '../statechart/hierarchy/hierarchy.ts';
import type { SavedPopulation } from '../statechart/population.ts';

/** A run between two ticks, as plain data, without the content of its log and its per-tick rows. */
export interface Keyframe {
  readonly tick: Tick;
  /** Chained hash after the tick. */
  readonly hash: string;
  readonly changes: readonly Change[];
  readonly oracle: OracleRecord;
  readonly earlier: readonly EarlierOracle[];
  /** True if another oracle decides from the next tick on. */
  readonly isHandedOver: boolean;
  readonly failures: SavedFailures;
  /** Absent for a simple chart. */
  readonly machine?: SavedMachine;
  readonly population: SavedPopulation;
  readonly model: unknown;
}

/** A run between two ticks, as plain data. */
export interface RunSnapshot extends Omit<Keyframe, 'hash'> {
  readonly log: SavedLog;
  readonly counts: readonly number[];
  readonly flows: readonly number[];
  readonly series: readonly number[];
}
