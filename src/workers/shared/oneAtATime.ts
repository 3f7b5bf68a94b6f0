/** Lengthy work of which there is only one at a time: a new one ends the one before. */
export class OneAtATime {
  #controller = new AbortController();

  /** @returns a signal that is aborted when it ends, by `end` or by a later `begin`. */
  begin(): AbortSignal {
    this.end();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  /** @param reason given to pending requests. */
  end(reason?: Error): void {
    this.#controller.abort(reason);
  }
}
