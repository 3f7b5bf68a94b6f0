import type { Ask } from '../ask.ts';
import type { Exchange } from '../exchange.ts';

export interface Fault {
  /** Its behaviour, in one line. */
  readonly line: string;
  /** Form in which it shows, where not in all; elsewhere the answer is right. */
  readonly form?: Ask['form'];
  readonly act: (exchange: Exchange) => void;
}
