import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { InputError } from '../../../core/errors.ts';
import { formatGroupedInteger } from '../../../core/formatNounCount.ts';
import { quoteUserValue } from '../../../core/quoteUserValue.ts';
import * as z from '../../../core/zod.ts';
import {
  canonicalizeJson,
  compareCodeUnits,
  decodeTextFile,
  formatMegabytes,
  MAX_FILE_NAME_LENGTH,
  parseJsonFile,
  type Reads,
} from '../../../files/textFile.ts';

const MAX_DOCUMENT_TITLE_LENGTH = 120;
/** Maximum distance of a title from the beginning of a text, in UTF-16 units. */
const TITLE_WITHIN = 100_000;

/** The first Markdown heading, else the first line with a letter or digit in it, else the empty text. */
function extractTitle(text: string): string {
  const lines = text.slice(0, TITLE_WITHIN).split(/\r\n?|\n/);
  const line = lines[findFirstHeading(lines)] ?? lines.find(hasLetterOrDigit) ?? '';
  return cleanTextLine(stripMarkdownMarks(line.slice(0, 1000)), MAX_DOCUMENT_TITLE_LENGTH);
}

/** A heading of Markdown: one to six number signs and a space. */
export const isMarkdownHeading = (line: string): boolean => /^#{1,6}[ \t]/.test(line);

const hasLetterOrDigit = (line: string): boolean => /[\p{L}\p{N}]/u.test(line);

/**
 * Line of the first heading, −1 for none; inside a fence, what looks like a heading is a program's comment.
 */
function findFirstHeading(lines: readonly string[]): number {
  let fenced = false;
  return lines.findIndex(line => {
    if (/^ {0,3}(```|~~~)/.test(line)) fenced = !fenced;
    return !fenced && isMarkdownHeading(line) && hasLetterOrDigit(line);
  });
}

/** A line without the marks of headings, quotations and lists around it. */
export function stripMarkdownMarks(line: string): string {
  const bare = line.replace(/^[\s#>*+-]+/, '');
  let end = bare.length;
  while (end > 0 && ' \t#*'.includes(bare[end - 1])) end--;
  return bare.slice(0, end);
}

/** One text that can be found. */
export interface CorpusDocument {
  /** Its name: `architecture.md`; unique in the corpus. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** The documents that the tools search, and the facts about them in the document. */
export interface Corpus {
  readonly name: string;
  /** SHA-256 of the canonical JSON of all documents, sorted by name; 64 hexadecimal digits. */
  readonly sha256: string;
  /** Sorted by name, by code unit. */
  readonly documents: readonly CorpusDocument[];
}

/** One file of the user's. */
interface CorpusFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Name of the bundled documents: `public/corpora/<name>.json`. */
export const HANDBOOK = 'handbook';
/** Name of a corpus of the user's own files. */
const OWN_CORPUS = 'files';

const MAX_DOCUMENT_BYTES = 5_000_000;
const MAX_CORPUS_BYTES = 50_000_000;
const MAX_DOCUMENTS = 10_000;

/** Reading of a document to search, and of all of them in one file. */
const DOCUMENT: Reads = { forms: ['text', 'empty'], words: 'documents to search, .md or .txt' };
const COLLECTION: Reads = { forms: ['json'], words: 'documents to search as one list in JSON' };
const JSON_FORM = 'an array of {"name", "title", "text"}';
const DOCUMENTS = z.array(z.strictObject({ name: z.string(), title: z.string(), text: z.string() }));

/**
 * Reads a corpus from one JSON file: an array of {name, title, text}, in any order.
 * @throws InputError that names the file, and the document at fault, if there is one.
 */
export function readJsonCorpus(file: string, bytes: Uint8Array): Corpus {
  const name = cleanTextLine(file, MAX_FILE_NAME_LENGTH);
  if (bytes.length > MAX_CORPUS_BYTES)
    throw new InputError(`${name} is ${formatMegabytes(bytes.length)}; at most 50 MB are read`);
  const result = DOCUMENTS.safeParse(parseJsonFile(name, decodeTextFile(name, bytes, COLLECTION), JSON_FORM));
  if (!result.success) {
    const [at] = result.error.issues[0].path;
    const place = typeof at === 'number' ? `${name}: document ${at + 1}` : name;
    throw new InputError(`${place} is not as expected: ${JSON_FORM}`);
  }
  return buildCorpus(name, result.data);
}

/**
 * A corpus of the user's own .md and .txt files, in any order; a file with nothing but white space is left out.
 * @throws InputError that names the file and the value.
 */
export function buildCorpusFromFiles(files: readonly CorpusFile[]): Corpus {
  if (files.length === 0) throw new InputError('the corpus is empty: no file was given');
  if (files.length > MAX_DOCUMENTS) throw createTooManyDocsError(files.length);
  let bytes = 0;
  for (const file of files) bytes += getAcceptedBytes(file);
  if (bytes > MAX_CORPUS_BYTES)
    throw new InputError(`the corpus is ${formatMegabytes(bytes)}; at most 50 MB are read`);
  const texts = files
    .map(({ name, bytes }) => ({
      name,
      text: decodeTextFile(cleanTextLine(name, MAX_FILE_NAME_LENGTH), bytes, DOCUMENT),
    }))
    .filter(({ text }) => text.trim() !== '');
  if (texts.length === 0) {
    throw new InputError(
      files.length === 1
        ? `the corpus is empty: ${cleanTextLine(files[0].name, MAX_FILE_NAME_LENGTH)} has no text`
        : `the corpus is empty: none of the ${formatGroupedInteger(files.length)} files has any text`,
    );
  }
  return buildCorpus(
    OWN_CORPUS,
    texts.map(({ name, text }) => ({ name, title: extractTitle(text) || name, text })),
  );
}

/** Bytes of a file, if it is one that is read. */
function getAcceptedBytes({ name, bytes }: CorpusFile): number {
  const shown = cleanTextLine(name, MAX_FILE_NAME_LENGTH);
  if (!/\.(md|markdown|txt)$/i.test(name))
    throw new InputError(`${shown} is not a .md or .txt file; a corpus consists of those`);
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw new InputError(`${shown} is ${formatMegabytes(bytes.length)}; at most 5 MB are read per file`);
  return bytes.length;
}

const createTooManyDocsError = (count: number): InputError =>
  new InputError(
    `the corpus has ${formatGroupedInteger(count)} documents; at most ${formatGroupedInteger(MAX_DOCUMENTS)} are read`,
  );

function buildCorpus(name: string, given: readonly CorpusDocument[]): Corpus {
  if (given.length === 0) throw new InputError(`the corpus is empty: ${name} has no documents`);
  if (given.length > MAX_DOCUMENTS) throw createTooManyDocsError(given.length);
  const documents = given
    .map(({ name, title, text }) => ({
      name: cleanTextLine(name, MAX_FILE_NAME_LENGTH),
      title: cleanTextLine(title),
      text,
    }))
    .sort((a, b) => compareCodeUnits(a.name, b.name));
  for (const [at, { name: second }] of documents.entries()) {
    if (second === '') throw new InputError(`${name} has a document without a name`);
    if (at > 0 && documents[at - 1].name === second)
      throw new InputError(`the corpus has two documents named ${quoteUserValue(second)}`);
  }
  const canonical = documents.map(({ name, text, title }) => ({ name, text, title }));
  return { name, sha256: canonicalizeJson(canonical), documents };
}
