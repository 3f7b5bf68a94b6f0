import { DISK_FULL, type SegmentFolder, type SegmentWriter } from '../../src/storage/segmentFolder.ts';

/** Segments in memory, with room for so many bytes: what is over that is cut off, as a full disk does. */
export class MemoryFolder implements SegmentFolder {
  segments: Uint8Array[] = [];
  constructor(public room = Number.POSITIVE_INFINITY) {}

  async read(): Promise<readonly Uint8Array[]> {
    return this.segments;
  }

  async begin(): Promise<SegmentWriter> {
    const number = this.segments.push(new Uint8Array()) - 1;
    return {
      append: bytes => {
        const fitting = bytes.subarray(0, this.room);
        this.room -= fitting.length;
        const before = this.segments[number];
        const after = new Uint8Array(before.length + fitting.length);
        after.set(before);
        after.set(fitting, before.length);
        this.segments[number] = after;
        if (fitting.length < bytes.length) throw new Error(DISK_FULL);
      },
      close: () => undefined,
    };
  }

  async remove(): Promise<void> {
    this.segments = [];
  }
}
