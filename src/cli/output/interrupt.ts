import { constants } from 'node:os';

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Things to be done before a second interruption ends the process: part files are removed. */
const LAST_DEEDS = new Set<() => void>();

/** Has something done before a second interruption ends the process; it cannot wait. */
export const doBeforeEnd = (deed: () => void): void => void LAST_DEEDS.add(deed);

/** Signal that interrupted the last work; null for none. */
let heard: NodeJS.Signals | null = null;

const computeSignalCode = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];

/** Exit code of a process whose work was interrupted, as shells have it: 130 after Ctrl-C; null if nothing was. */
export const getInterruptCode = (): number | null => (heard === null ? null : computeSignalCode(heard));

/** The first interruption ends the work at its last whole part; a second one ends the process at once. */
export class Interrupt {
  readonly #controller = new AbortController();
  readonly #hear = (signal: NodeJS.Signals): void => {
    if (!this.#controller.signal.aborted) {
      heard = signal;
      this.#controller.abort();
      process.stderr.write('\ninterrupted: ends after what is under way; once more ends at once\n');
      return;
    }
    for (const deed of LAST_DEEDS) deed();
    process.stderr.write('ended at once: what was not written is lost\n');
    process.exit(computeSignalCode(signal));
  };

  constructor() {
    heard = null;
    for (const signal of INTERRUPTS) process.on(signal, this.#hear);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  dispose(): void {
    for (const signal of INTERRUPTS) process.off(signal, this.#hear);
  }
}
