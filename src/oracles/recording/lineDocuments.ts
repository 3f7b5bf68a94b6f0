import { InputError } from '../../engine/core/errors.ts';
import { LINES_FORMAT } from '../../engine/export/writeDocumentLines.ts';

/** Bytes by which a document with a row a line is recognised. */
export const LINES_HEAD = 200;
const LINES_FORMAT_HEAD = new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"${LINES_FORMAT}"`);
/** Most bytes of a line. */
const MAX_LINE_BYTES = 200_000_000;
const LINE_FEED = 10;

/** True if a file is a run document with a row per line. @param bytes it, or its first ones */
export const isLineDocument = (bytes: Uint8Array): boolean =>
  LINES_FORMAT_HEAD.test(new TextDecoder().decode(bytes.subarray(0, LINES_HEAD)));

/**
 * Yields the lines of a text in UTF-8, one at a time: nothing else of a long text is held.
 * @param chunks its bytes, cut at any place.
 * @throws InputError naming the line, for one without an end, or that is not UTF-8
 */
export async function* readUtf8Lines(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pending: Uint8Array[] = [];
  let length = 0;
  let number = 1;
  const line = (last: Uint8Array): string => {
    const bytes = pending.length === 0 ? last : joinLineParts([...pending, last]);
    pending = [];
    length = 0;
    try {
      return decoder.decode(bytes);
    } catch {
      throw new InputError(`${name}, line ${number}: its characters are not Unicode (UTF-8)`);
    }
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      yield line(chunk.subarray(from, to));
      number++;
      from = to + 1;
    }
    if (from < chunk.length) pending.push(chunk.slice(from));
    length += chunk.length - from;
    if (length > MAX_LINE_BYTES)
      throw new InputError(`${name}, line ${number} is longer than ${MAX_LINE_BYTES / 1e6} MB`);
  }
  if (pending.length > 0) yield line(new Uint8Array(0));
}

function joinLineParts(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
