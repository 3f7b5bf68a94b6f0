import type { Loaded } from '../engine/open.ts';
import type { Run } from '../engine/run.ts';
import type { Deciding } from './decider.ts';

/** The run that is open, what it was made from, and who decides in it. */
export interface Opened {
  readonly run: Run;
  readonly loaded: Loaded;
  readonly deciding: Deciding;
  readonly epoch: number;
}

/** What a session needs of the world around it. */
export interface SessionHost {
  /** @throws InputError when it cannot be had. */
  bundled(path: string): Promise<Uint8Array>;
  /** Something new can be sent. */
  changed(): void;
}
