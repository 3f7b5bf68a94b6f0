import { decodeStoredRecords, type ReadRecords } from './records.ts';
import type { SegmentFolder } from './segmentFolder.ts';

/** All that a folder's segments hold, and their size on the disk. */
export async function readSegmentFolder(
  folder: SegmentFolder,
): Promise<ReadRecords & { readonly bytes: number }> {
  const segments = await folder.read();
  const bytes = segments.reduce((sum, { length }) => sum + length, 0);
  return { ...decodeStoredRecords(segments), bytes };
}
