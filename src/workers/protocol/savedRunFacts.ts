import type { Tick } from '../../engine/core/indices.ts';
import type { Files, NamedFile } from '../../engine/files/namedFile.ts';
import type { Setup } from '../../engine/setup/config.ts';

/** Inputs and extent of a saved run. */
export interface SavedRunFacts {
  readonly setup: Setup;
  readonly files: Files;
  readonly tick: Tick;
  /** The document that it repeats, to be read before it is restored; null: it is not a replay. */
  readonly recording: NamedFile | null;
  /** True if more than one oracle decided in it. */
  readonly isMixed: boolean;
  /** Reason why it is shorter than it was played, in words; null if it is not. */
  readonly damage: string | null;
}
