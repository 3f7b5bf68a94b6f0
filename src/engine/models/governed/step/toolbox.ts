import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { encodeUtf8 } from '../../../core/encodeUtf8.ts';
import { formatCallResult } from '../buildGovernedPrompt.ts';
import type { Corpus, CorpusDocument } from '../inputs/corpus.ts';
import {
  getSearchIndex,
  iteratePassages,
  normalizeKnownQuery,
  normalizeQuery,
  type SearchIndex,
} from '../inputs/searchIndex.ts';
import type { Dossier } from '../missionLedger.ts';
import type { Action, Hit, ToolCall } from '../missionStep.ts';
import { findToolByName, getCallSubject, READ_TOOL } from '../tools.ts';

/** The tools over a run's documents. */
export class Toolbox {
  readonly #index: SearchIndex;
  readonly #shelf: Shelf;
  readonly #results: number;

  /** @param results most documents that a search shows */
  constructor(corpus: Corpus, results: number) {
    this.#index = getSearchIndex(corpus);
    this.#shelf = new Shelf(corpus);
    this.#results = results;
  }

  /**
   * Makes a call that can be made, and notes it.
   * @param number of the agent's step
   * @param milliseconds simulated, that it takes
   */
  use(
    { tool, args }: Extract<Action, { kind: 'tool' }>,
    number: number,
    milliseconds: number,
    { calls }: Dossier,
  ): ToolCall {
    const subject = normalizeKnownQuery(getCallSubject({ tool, args }) ?? '');
    const isRead = findToolByName(tool) === READ_TOOL;
    const found = isRead
      ? this.#shelf.read(subject)
      : { ...this.#index.search(subject, this.#results), text: null };
    const key = `${isRead ? 'read' : 'search'} ${subject}`;
    const before = calls.get(key) ?? [];
    calls.set(key, [...before, number]);
    const { hits, text, total } = found;
    const resultBytes = measureResultBytes(found);
    return { tool, args, hits, text, total, error: null, resultBytes, milliseconds, before };
  }
}

// Index and shelf keep their results, which many agents are given.
const RESULT_BYTES = new WeakMap<readonly Hit[], number>();

/** Bytes of a call's result as a prompt shows it, in UTF-8. */
function measureResultBytes(found: Pick<ReadDocument, 'hits'> & { readonly text: string | null }): number {
  const known = RESULT_BYTES.get(found.hits);
  if (known !== undefined) return known;
  const bytes = encodeUtf8(formatCallResult(found).join('\n')).length;
  RESULT_BYTES.set(found.hits, bytes);
  return bytes;
}

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
const MAX_READ_LENGTH = 2_000;
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
  return { hits: [{ document: name, title, snippet }], text: cleanTextLine(text, MAX_READ_LENGTH) };
}
