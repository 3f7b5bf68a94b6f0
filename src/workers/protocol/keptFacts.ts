import type { Tick } from '../../engine/core/indices.ts';
import type { Files, NamedFile } from '../../engine/files/namedFile.ts';
import type { Setup } from '../../engine/setup/config.ts';

/** What a kept run is made from, and how far it goes. */
export interface KeptFacts {
  readonly setup: Setup;
  readonly files: Files;
  readonly tick: Tick;
  /** The document that it repeats, to be read before it is brought back; null: it is no replay. */
  readonly recording: NamedFile | null;
  /** Whether more than one oracle decided in it. */
  readonly isMixed: boolean;
  /** Why it does not go as far as it was played, in words; null where it does. */
  readonly damage: string | null;
}
