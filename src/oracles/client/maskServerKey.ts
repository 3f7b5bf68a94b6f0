import { UNSEEN } from '../../engine/core/unseen.ts';

/**
 * Least length of a key that is masked: shorter ones are not secrets, and masking them would mangle texts.
 */
const SHORTEST_SECRET = 4;
const MASK = '•••';

/** A character as JSON may write it, in JSON inside JSON as well. */
const WRITTEN = /\\+u([0-9a-f]{4})|\\*([\s\S])/giu;
/** The same with JSON's short escapes as controls; in a key they are a backslash and a letter. */
const WITH_CONTROLS = /\\+(?:u([0-9a-f]{4})|[bfnrt])?|([\s\S])/giu;
/** Characters that would join separated parts in a cleaned or displayed text. */
const SKIPPED = new RegExp(`[\\\\${UNSEEN}]`, 'u');

/** Keys by recipient. */
interface Keyed {
  readonly key: string | null;
  readonly url: string;
  readonly model: string;
}

/**
 * A text from a server with the key masked, since it may echo what it was sent, in JSON's escapes or with invisible
 * characters between. A key that is part of the model's name is not a secret.
 */
export function maskServerKey(text: string, { key, url, model }: Keyed): string {
  if (key === null || key.length < SHORTEST_SECRET || `${url} ${model}`.includes(key)) return text;
  const sought = key.replaceAll('\\', '');
  if (/^[ -[\]-~]*$/.test(text) || sought === '') return text.replaceAll(key, MASK);
  return maskDecodedMatches(maskDecodedMatches(text, sought, WRITTEN), sought, WITH_CONTROLS);
}

/** Masks each place that reads as the key once escapes are decoded and unseen characters taken out. */
function maskDecodedMatches(text: string, sought: string, letters: RegExp): string {
  let read = '';
  /** Begin and end of each letter of `read` in the text. */
  const begins: number[] = [];
  const ends: number[] = [];
  for (const { 0: written, 1: digits, 2: plain = '', index } of text.matchAll(letters)) {
    const letter = digits === undefined ? plain : String.fromCharCode(Number.parseInt(digits, 16));
    if (letter === '' || SKIPPED.test(letter)) continue;
    // Beyond the plane of a key's letters a character has two units.
    read += letter[0];
    begins.push(index);
    ends.push(index + written.length);
  }
  let told = '';
  let from = 0;
  for (let at = read.indexOf(sought); at >= 0; at = read.indexOf(sought, at + sought.length)) {
    told += text.slice(from, begins[at]) + MASK;
    from = ends[at + sought.length - 1] ?? text.length;
  }
  return told + text.slice(from);
}
