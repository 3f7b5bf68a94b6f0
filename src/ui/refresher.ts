/**
 * Keeps one request to the worker under way: calls that come meanwhile are merged into one that follows, no
 * sooner than `pause` milliseconds later.
 */
export class Refresher {
  private running = false;
  private again = false;
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

  private async run(): Promise<void> {
    do {
      this.again = false;
      await this.task();
      const pause = this.pause();
      if (pause > 0) await new Promise(resolve => setTimeout(resolve, pause));
    } while (this.again);
    this.running = false;
  }
}
