import { zipSync } from 'fflate';

/** Writes files into a ZIP archive: the same bytes for the same files. */
export const writeZip = (files: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> =>
  // Without a time of its own, an archive has that of the clock.
  new Uint8Array(zipSync({ ...files }, { mtime: '1980-01-01T00:00:00' }));
