import { sha256OfText } from '#sha256';

/** A text that comes again and again in a file. */
export interface KnownText {
  /** As it was met first: the memory of the others is free. */
  readonly text: string;
  /** First 8 hexadecimal digits of its SHA-256, once somebody asked for them. */
  digest: string | null;
}

/** Longest text that is remembered, UTF-16 units. */
const MAX_INTERNED_LENGTH = 200;
/** Texts that are remembered, each in the place that its characters give: the last one that had it. A `Map` takes five times as long. */
const PLACES = 1 << 16;
const KNOWN_TEXTS = new Array<KnownText | null>(PLACES).fill(null);

/** A text, and what is known of it from before. */
export function internKnownText(text: string): KnownText {
  if (text.length > MAX_INTERNED_LENGTH) return { text, digest: null };
  const place = findTextSlot(text);
  const found = KNOWN_TEXTS[place];
  if (found !== null && found.text === text) return found;
  const added = { text, digest: null };
  KNOWN_TEXTS[place] = added;
  return added;
}

function findTextSlot(text: string): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash ^ (hash >>> 15)) & (PLACES - 1);
}

/** The same text, as it was met before: names that stand in every line of a file take their memory once. */
export const internText = <T extends string | null>(text: T): T =>
  text === null ? text : (internKnownText(text).text as T);

/** First 8 hexadecimal digits of a text's SHA-256. */
export function getTextDigest(one: KnownText): string {
  one.digest ??= sha256OfText(one.text).slice(0, 8);
  return one.digest;
}
