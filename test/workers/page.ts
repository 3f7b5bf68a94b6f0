import * as Comlink from 'comlink';
import { afterEach } from 'vitest';
import type { Frame } from '../../src/engine/model/frame.ts';
import { connectEngineWorker } from '../../src/workers/connectEngineWorker.ts';

export const ROOT = new URL('/', location.origin);

/** Ended after the test. */
export const running: { dispose(): void }[] = [];
afterEach(() => {
  for (const engine of running.splice(0)) engine.dispose();
});

/** A real engine behind a real worker, as the page has it. */
export class Page {
  readonly frames: Frame[] = [];
  readonly failures: string[] = [];
  readonly #client = connectEngineWorker(
    frame => this.#receive(frame),
    message => this.failures.push(message),
    ROOT,
  );
  #waiting: (() => void) | null = null;

  constructor() {
    running.push(this.#client);
  }

  get api() {
    return this.#client.api;
  }

  get last(): Frame {
    return this.frames[this.frames.length - 1];
  }

  /** The run's hash once the frames have come up to `tick`. */
  async hashAt(tick: number): Promise<string> {
    while (this.last?.to !== tick)
      await new Promise<void>(resolve => {
        this.#waiting = resolve;
      });
    return this.last.hash;
  }

  async document(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const { parts } = await this.api.exportDocument(Comlink.proxy(() => {}));
    return new Uint8Array(await new Blob([...parts] as BlobPart[]).arrayBuffer());
  }

  #receive(frame: Frame): void {
    this.frames.push(frame);
    this.#waiting?.();
  }
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
