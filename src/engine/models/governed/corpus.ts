/** One text that can be found. */
export interface CorpusDocument {
  /** Its name: `architecture.md`; unique in the corpus. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** What the tools search, and what the document says of it. */
export interface Corpus {
  readonly name: string;
  /** Of the canonical JSON of all documents, sorted by name; 64 hexadecimal digits. */
  readonly sha256: string;
  /** Sorted by name, by code unit. */
  readonly documents: readonly CorpusDocument[];
}

/** Name of the corpus that comes with Statescope. */
export const HANDBOOK = 'handbook';
