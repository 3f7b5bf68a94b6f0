import { computeFnv1aDigest } from '../../engine/core/hashing/computeFnv1aDigest.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import { findOversizedFile } from '../../engine/files/pieces.ts';
import { encodeBase64 } from '../lib/encodeBase64.ts';

/** Most characters of a fragment: longer addresses are cut by some programs that pass them on. */
const MAX_FRAGMENT_LENGTH = 32_000;
/** Most bytes that a fragment may unfold to. */
const MAX_FRAGMENT_BYTES = 2_000_000;
const FRAGMENT_KEY = '#files=';
/** Version of the form: the texts by input, as JSON, deflated, in base64url, after a digest. */
const FRAGMENT_VERSION = '1';

/** Texts by input: [name, text] of each file. */
type Texts = Readonly<Record<string, readonly (readonly [name: string, text: string])[]>>;

/**
 * Writes the user's files for the part of an address after `#`, which browsers send to no host; '' for none.
 * @returns null if they are not texts, or too long
 */
export async function writeFragment(files: Files): Promise<string | null> {
  const texts: Record<string, (readonly [string, string])[]> = {};
  if (findOversizedFile(files) !== undefined) return null;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for (const [input, given] of Object.entries(files))
      texts[input] = (given ?? []).map(({ name, bytes }) => [name, decoder.decode(bytes)] as const);
  } catch {
    return null;
  }
  if (Object.keys(texts).length === 0) return '';
  const plain = encodeFragmentText(JSON.stringify(texts));
  if (plain.length > MAX_FRAGMENT_BYTES) return null;
  const packed = encodeBase64Url(await pipeThroughStream(plain, new CompressionStream('deflate-raw')));
  const fragment = `${FRAGMENT_KEY}${FRAGMENT_VERSION}.${computePackedDigest(packed)}.${packed}`;
  return fragment.length > MAX_FRAGMENT_LENGTH ? null : fragment;
}

/** The files in the part of an address after `#`. @throws Error, in one line, for a damaged one */
export async function readFragment(hash: string): Promise<Files> {
  if (!hash.startsWith(FRAGMENT_KEY)) return {};
  // Packed texts may unfold to a thousand times their length.
  if (hash.length > MAX_FRAGMENT_LENGTH)
    throw new Error(
      `The files in this address have ${hash.length} characters, and ${MAX_FRAGMENT_LENGTH} at most are read. They must be dropped on the page.`,
    );
  const [version, digest, packed] = hash.slice(FRAGMENT_KEY.length).split('.');
  if (version !== FRAGMENT_VERSION)
    throw new Error(
      `The files in this address are of version ${version.slice(0, 8)}; ${FRAGMENT_VERSION} is read.`,
    );
  const damaged =
    'The files in this address are damaged: it may have been cut. They must be dropped on the page.';
  if (packed === undefined || computePackedDigest(packed) !== digest) throw new Error(damaged);
  try {
    const bytes = await pipeThroughStream(decodeBase64Url(packed), new DecompressionStream('deflate-raw'));
    const texts = JSON.parse(new TextDecoder().decode(bytes)) as Texts;
    return Object.fromEntries(
      Object.entries(texts).map(([input, given]) => [
        input,
        given.map(([name, text]) => ({ name: String(name), bytes: encodeFragmentText(String(text)) })),
      ]),
    );
  } catch (error) {
    throw new Error(error instanceof TooMuch ? error.message : damaged);
  }
}

class TooMuch extends Error {}

/** @throws TooMuch for more than anybody's texts */
async function pipeThroughStream(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // Errors are reported by the reader.
  void writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => {});
  void writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAX_FRAGMENT_BYTES) {
      void reader.cancel().catch(() => {});
      throw new TooMuch(
        `The files in this address unfold to more than ${MAX_FRAGMENT_BYTES / 1e6} MB, which are not read.`,
      );
    }
    pieces.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

const encodeFragmentText = (text: string): Uint8Array => new TextEncoder().encode(text);

const computePackedDigest = (packed: string): string => computeFnv1aDigest(packed).toString(36);

const encodeBase64Url = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

const decodeBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
