/** Nested brackets; a parser's own limit would depend on the stack that it runs on. */
export const MAX_JSON_DEPTH = 64;

/** End of an object in a text. */
interface Extent {
  readonly end: number;
  /** Deepest nesting of brackets within. */
  readonly depth: number;
  readonly isClosed: boolean;
}

/** Extent of the object whose brace is at `start`: to its closing brace, or to the text's end if there is none. */
export function measureObjectExtent(text: string, start: number): Extent {
  let open = 0;
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '\\') i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === '{' || c === '[') depth = Math.max(depth, ++open);
    else if ((c === '}' || c === ']') && --open === 0) return { end: i + 1, depth, isClosed: true };
  }
  return { end: text.length, depth, isClosed: false };
}

/** Deepest nesting of brackets in a JSON text. */
export const measureJsonDepth = (text: string): number => measureObjectExtent(text, 0).depth;
