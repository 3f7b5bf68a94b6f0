import type { Ask } from '../ask.ts';
import type { Exchange } from '../exchange.ts';

export interface Fault {
  /** What it does, in one line. */
  readonly line: string;
  /** Where it shows, when not everywhere; elsewhere the answer is right. */
  readonly form?: Ask['form'];
  readonly act: (exchange: Exchange) => void;
}
