const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first interruption ends the run at its last whole round; a second one ends the process. */
export class Interrupt {
  readonly #controller = new AbortController();
  readonly #abort = () => this.#controller.abort();

  constructor() {
    for (const signal of INTERRUPTS) process.once(signal, this.#abort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  dispose(): void {
    for (const signal of INTERRUPTS) process.off(signal, this.#abort);
  }
}
