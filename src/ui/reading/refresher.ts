/**
 * Keeps one request to the worker under way: calls made meanwhile are merged into a following one, no sooner
 * than `pause` milliseconds later, or at once when there is a `hurry`.
 */
export class Refresher {
  private running = false;
  private again = false;
  private wake: () => void = () => undefined;
  private readonly task: () => Promise<void>;
  private readonly pause: () => number;

  constructor(task: () => Promise<void>, pause: () => number = () => 0) {
    this.task = task;
    this.pause = pause;
  }

  request(): void {
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = true;
    void this.run();
  }

  /** Ends a pause: a waiting request is sent now. */
  hurry(): void {
    this.wake();
  }

  private async run(): Promise<void> {
    do {
      this.again = false;
      await this.task();
      const pause = this.pause();
      if (pause > 0)
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, pause);
          this.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
    } while (this.again);
    this.running = false;
  }
}
