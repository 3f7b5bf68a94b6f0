import type { Frame } from '../../engine/model/frame.ts';

/** Most frames under way without the page's answer. */
const CREDIT = 2;

/** Sends frames as the page can take them: what happens while it is busy waits and goes in one later frame. */
export class FrameSender {
  readonly #port: MessagePort;
  readonly #next: () => Frame | null;
  #underWay = 0;

  /** @param next makes a frame of all that was not sent yet, or null. */
  constructor(port: MessagePort, next: () => Frame | null) {
    this.#port = port;
    this.#next = next;
    port.onmessage = () => {
      this.#underWay--;
      this.offer();
    };
  }

  /** Sends what there is, if the page has answered. */
  offer(): void {
    if (this.#underWay >= CREDIT) return;
    const frame = this.#next();
    if (frame === null) return;
    this.#underWay++;
    this.#port.postMessage(frame, listFrameBuffers(frame));
  }
}

function listFrameBuffers({ counts, flows, series, moves, whole }: Frame): ArrayBuffer[] {
  const columns = [counts, flows, series, ...Object.values(moves ?? {})];
  if (whole) columns.push(whole.counts, whole.flows, ...Object.values(whole.moves ?? {}));
  return columns.map(column => column.buffer as ArrayBuffer);
}
