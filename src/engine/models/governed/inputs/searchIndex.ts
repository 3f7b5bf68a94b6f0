import MiniSearch from 'minisearch';
import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { compareCodeUnits } from '../../../files/textFile.ts';
import { memoizeByText } from '../../../oracle/formats/memoizeByText.ts';
import type { Hit } from '../missionStep.ts';
import { type Corpus, type CorpusDocument, isMarkdownHeading, stripMarkdownMarks } from './corpus.ts';

/** Result of one search; `hits` come best first. */
interface Found {
  readonly hits: readonly Hit[];
  /** Documents that fit, shown or not. */
  readonly total: number;
}

const MAX_SNIPPET_LENGTH = 160;
/** UTF-16 units of a document that are searched for its snippet. */
const SNIPPET_WITHIN = 50_000;
/** Queries that are kept with their results, and with their normal form. */
const MAX_CACHED_QUERIES = 4096;
/** Weight of a word in the title, relative to one in the text. */
const TITLE_BOOST = 3;

/** A number with points in it (a version, an address), or letters, digits and pictures. */
const WORD = /\d+(?:\.\d+)+|[\p{L}\p{M}\p{N}\p{So}]+/gu;
/** Scripts without spaces between words: each character is searched as a word of its own. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/**
 * A query reduced to what identifies it: lower case, NFC, single spaces between words; `0.9` stays as it is.
 */
export function normalizeQuery(text: string): string {
  return (text.toLowerCase().normalize('NFC').match(WORD) ?? []).join(' ');
}

/** The same, kept for queries that come again: missions of one goal try the same ones. */
export const normalizeKnownQuery = memoizeByText(normalizeQuery, MAX_CACHED_QUERIES);

/** The words of a text as the index has them: normalised, in the singular, with repetitions. */
export function extractTerms(text: string): string[] {
  const spaced = text.replace(UNSPACED, ' $& ');
  return (spaced.toLowerCase().normalize('NFC').match(WORD) ?? []).map(toSingularTerm);
}

/** Crude, but the same for documents and queries. */
function toSingularTerm(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

/** Full-text search over a corpus: Okapi BM25, whole words only. The same hits in every browser. */
export class SearchIndex {
  readonly #index: MiniSearch<CorpusDocument>;
  readonly #documents: ReadonlyMap<string, CorpusDocument>;
  /** Recent searches: many agents ask for the same. */
  readonly #found = new Map<string, Found>();

  constructor(corpus: Corpus) {
    this.#documents = new Map(corpus.documents.map(entry => [entry.name, entry]));
    this.#index = new MiniSearch<CorpusDocument>({
      idField: 'name',
      fields: ['title', 'text'],
      tokenize: extractTerms,
      processTerm: term => term,
      autoVacuum: false,
      searchOptions: { boost: { title: TITLE_BOOST }, prefix: false, fuzzy: false, combineWith: 'OR' },
    });
    this.#index.addAll(corpus.documents);
  }

  /** @param limit most hits that are returned; `total` counts them all. */
  search(query: string, limit: number): Found {
    const key = `${limit} ${query}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = this.#search(query, limit);
    if (this.#found.size >= MAX_CACHED_QUERIES) this.#found.clear();
    this.#found.set(key, found);
    return found;
  }

  #search(query: string, limit: number): Found {
    const terms = new Set(extractTerms(query));
    if (terms.size === 0) return { hits: [], total: 0 };
    const ranked = this.#index
      .search([...terms].join(' '), { tokenize: text => text.split(' ') })
      // Scores come from Math.log, whose last digits differ between browsers.
      .map(({ id, score, queryTerms }) => {
        return { name: id as string, score: Number(score.toPrecision(6)), queryTerms };
      })
      .sort((a, b) => b.score - a.score || compareCodeUnits(a.name, b.name));
    const informative = this.#selectInformativeTerms(terms, ranked);
    const hits = ranked.slice(0, limit).map(({ name }) => {
      const { title, text } = this.#documents.get(name)!;
      return { document: name, title, snippet: findSnippet(text, informative) || title };
    });
    return { hits, total: ranked.length };
  }

  /** Terms that occur in at most half of the documents; all terms if there are none. */
  #selectInformativeTerms(
    terms: ReadonlySet<string>,
    found: readonly { queryTerms: string[] }[],
  ): ReadonlySet<string> {
    if (terms.size === 1) return terms;
    const counts = new Map<string, number>();
    for (const { queryTerms } of found)
      for (const term of queryTerms) counts.set(term, (counts.get(term) ?? 0) + 1);
    const rare = [...counts].filter(([, count]) => 2 * count <= this.#documents.size);
    return rare.length === 0 ? terms : new Set(rare.map(([term]) => term));
  }
}

let last: { readonly sha256: string; readonly index: SearchIndex } | null = null;

/** The index of a corpus, which runs that follow each other share: worlds of one set-up search the same documents. */
export function getSearchIndex(corpus: Corpus): SearchIndex {
  if (last?.sha256 !== corpus.sha256) last = { sha256: corpus.sha256, index: new SearchIndex(corpus) };
  return last.index;
}

/** The first passage with the most terms; empty for an empty document. */
export function findSnippet(text: string, terms: ReadonlySet<string>): string {
  let best = '';
  let most = -1;
  for (const passage of iteratePassages(text.slice(0, SNIPPET_WITHIN))) {
    const held = new Set(extractTerms(passage).filter(term => terms.has(term))).size;
    if (held <= most) continue;
    best = passage;
    most = held;
    if (most === terms.size) break;
  }
  return best;
}

/** Sentences and lines of a text, each cleaned, on one line and short enough for a snippet; no headings. */
export function* iteratePassages(text: string): Generator<string> {
  for (const line of text.split(/[\r\n]+/)) {
    if (isMarkdownHeading(line)) continue;
    for (const sentence of stripMarkdownMarks(line).split(/(?<=[.!?…。！？])\s/u)) {
      if (sentence.length > MAX_SNIPPET_LENGTH) yield* splitLongSentence(sentence);
      else if (sentence !== '') yield cleanTextLine(sentence, MAX_SNIPPET_LENGTH);
    }
  }
}

/** A long sentence in pieces, cut between words if possible. */
function* splitLongSentence(sentence: string): Generator<string> {
  const longest = MAX_SNIPPET_LENGTH - 2;
  for (let from = 0; from < sentence.length; ) {
    const to = findPieceEnd(sentence, from, from + longest);
    const piece = cleanTextLine(sentence.slice(from, to), longest);
    if (piece !== '') yield `${from > 0 ? '…' : ''}${piece}${to < sentence.length ? '…' : ''}`;
    from = to;
  }
}

function findPieceEnd(sentence: string, from: number, limit: number): number {
  if (limit >= sentence.length) return sentence.length;
  const blank = sentence.lastIndexOf(' ', limit);
  if (blank > from + MAX_SNIPPET_LENGTH / 2) return blank;
  const low = sentence.charCodeAt(limit) & 0xfc00;
  return low === 0xdc00 ? limit - 1 : limit;
}
