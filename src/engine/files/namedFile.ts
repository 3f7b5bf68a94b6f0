/** A file of the user's. */
export interface NamedFile {
  readonly name: string;
  /** Empty for a file that has a `source`. */
  readonly bytes: Uint8Array;
  /** Source for reading in pieces, if the file is too large to be held. */
  readonly source?: FileSource;
  /** Previous version of the file, if that is saved next to it. */
  readonly previous?: Uint8Array;
}

/** A file that is not in memory; a `File` of the page is one. */
interface FileSource {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified?: number;
  stream(): ReadableStream<Uint8Array>;
}

/** The user's files, by purpose: `network`, or the name of an input of the model. */
export type Files = Readonly<Partial<Record<string, readonly NamedFile[]>>>;
