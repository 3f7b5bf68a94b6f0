import { stripVTControlCharacters } from 'node:util';

/** Head of Vite's message, before the first of its errors. */
const HEAD = /^Build failed with \d+ errors?:\s*/;
/** Where an error stands: "[ src/a.ts:1:34 ]". */
const PLACE = /\[ ?(\S+:\d+:\d+) ?\]/;

/** The first of a build's errors in one line, with its place where that is known. */
export function describeBuildError(error) {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const message = text.replace(HEAD, '').trim();
  const line = message.split('\n')[0];
  const place = PLACE.exec(message)?.[1];
  return place === undefined || line.includes(place) ? line : `${line} (${place})`;
}
