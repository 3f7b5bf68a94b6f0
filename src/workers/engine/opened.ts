import type { Files } from '../../engine/files/namedFile.ts';
import type { Loaded } from '../../engine/models/openRun.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { Progress, RunFile, RunInfo } from '../protocol/api.ts';
import type { Deciding } from './otherRun/playModelComparison.ts';
import type { OpeningWatch } from './playWarmUp.ts';
import type { RunReader } from './reading/runReader.ts';

/** Plays a run after its warm-up to its saved round. */
export type Bring = (run: Run, deciding: Deciding, watch: OpeningWatch) => Promise<void>;

/** The open run, its inputs, and its oracle. */
export interface Opened {
  readonly run: Run;
  readonly loaded: Loaded;
  readonly deciding: Deciding;
  readonly reader: RunReader;
  readonly epoch: number;
}

/** A session's access to the world around it. */
export interface SessionHost {
  /** @throws InputError when it cannot be had. */
  bundled(path: string): Promise<Uint8Array>;
  /** Called when something new can be sent. */
  changed(): void;
  /** Bytes of a run's past at which it pauses first, then at twice as many; absent: 1 GB. */
  readonly pausesAtBytes?: number;
}

/** A session, as far as parts need it that are loaded late. */
export interface OpenSession {
  readonly room: { opened(): Opened };
  /** The run document that was read last. */
  recording(): RunFile | null;
  /** Opens a run and plays it to its saved round. */
  openAt(setup: Setup, files: Files, progress: Progress | null, bring: Bring): Promise<RunInfo>;
}
