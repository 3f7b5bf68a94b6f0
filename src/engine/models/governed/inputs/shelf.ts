import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import type { Hit } from '../missionStep.ts';
import type { Corpus, CorpusDocument } from './corpus.ts';
import { iteratePassages, normalizeQuery } from './searchIndex.ts';

/** A document as it is read. */
interface ReadDocument {
  /** The document alone, with its first passage; empty if there is none of that title. */
  readonly hits: readonly Hit[];
  /** Documents of that title; the first by name is read. */
  readonly total: number;
  /** Its text, cut off if it is long. */
  readonly text: string;
}

/** UTF-16 units of a document that are read; a prompt has to hold them. */
const LONGEST_READ = 2_000;
const EMPTY_READ: ReadDocument = { hits: [], total: 0, text: '' };

/** The documents of a corpus by title and by name. */
export class Shelf {
  readonly #titled = new Map<string, CorpusDocument[]>();
  readonly #read = new Map<CorpusDocument, ReadDocument>();

  constructor({ documents }: Corpus) {
    for (const entry of documents)
      for (const key of new Set([entry.title, entry.name].map(normalizeQuery)))
        this.#titled.set(key, [...(this.#titled.get(key) ?? []), entry]);
  }

  /** @param title in any case and spacing */
  read(title: string): ReadDocument {
    const titled = this.#titled.get(normalizeQuery(title)) ?? [];
    const [first] = titled;
    if (first === undefined) return EMPTY_READ;
    const known = this.#read.get(first) ?? { ...createReadDocument(first), total: titled.length };
    this.#read.set(first, known);
    return known;
  }
}

function createReadDocument({ name, title, text }: CorpusDocument): Omit<ReadDocument, 'total'> {
  const [snippet = title] = iteratePassages(text);
  return { hits: [{ document: name, title, snippet }], text: cleanTextLine(text, LONGEST_READ) };
}
