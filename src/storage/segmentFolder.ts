/** A folder of segments, which are written once, from beginning to end, and never changed. */
import { decodeStoredRecords, type ReadRecords } from './records.ts';

/** A folder of segments, which are written once, from beginning to end, and never changed. */
export interface SegmentFolder {
  /** Whole segments in the order of their numbers; empty if nothing is saved. */
  read(): Promise<readonly Uint8Array[]>;
  /** Begins the segment after the last one. @throws if the place is full, taken by another writer or unavailable */
  begin(): Promise<SegmentWriter>;
  /** Deletes the folder. */
  remove(): Promise<void>;
}

/** A segment that is being written. */
export interface SegmentWriter {
  /** The bytes are on the disk when it returns. @throws Error if not all of them could be written */
  append(bytes: Uint8Array): void;
  close(): void;
}

/** Message for a disk that takes fewer bytes than it was given. */
export const DISK_FULL = 'the disk or the browser’s share of it is full';

/** Name of a segment's file. */
export const formatSegmentName = (number: number): string => `${String(number).padStart(6, '0')}.segment`;

/** Number of a segment's file; null for any other file. */
export function parseSegmentNumber(name: string): number | null {
  const number = /^(\d{6})\.segment$/.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

/** All that a folder's segments hold, and their size on the disk. */
export async function readSegmentFolder(
  folder: SegmentFolder,
): Promise<ReadRecords & { readonly bytes: number }> {
  const segments = await folder.read();
  const bytes = segments.reduce((sum, { length }) => sum + length, 0);
  return { ...decodeStoredRecords(segments), bytes };
}
