/** Elements whose content is plain text, even if it looks like markup. */
export const TEXTS = ['next_state', 'thinking_log', 'type', 'tags', 'value'] as const;

const OPEN = new RegExp(`<(${TEXTS.join('|')})(?=[\\s>])[^<>]*>`, 'gi');
/** The tag that ends a text that is never closed. */
const NEXT = new RegExp(`<(?:(?:${TEXTS.join('|')}|action|agent)(?=[\\s/>])|/(?:action|agent)\\b)`, 'gi');
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';

/**
 * Makes an answer's texts safe from being taken for markup: from the first `agent` on, every `<` inside a
 * text is written as an entity. A text ends at its own closing tag or, lacking one, before the next field.
 * CDATA marks are removed.
 */
export function escapeAnswerTexts(text: string): string {
  const start = text.search(/<agent\b/i);
  if (start < 0) return text;
  const closes = new Closes(text);
  let safe = '';
  let at = start;
  OPEN.lastIndex = start;
  for (let open = OPEN.exec(text); open !== null; open = OPEN.exec(text)) {
    const from = OPEN.lastIndex;
    const isEmpty = open[0].endsWith('/>');
    const to = isEmpty ? from : (closes.after(open[1].toLowerCase(), from) ?? findTextBoundary(text, from));
    safe += text.slice(at, from) + escapeRawText(text.slice(from, to));
    at = to;
    OPEN.lastIndex = to;
  }
  return text.slice(0, start) + safe + text.slice(at);
}

/** Finds where texts are closed; a missing tag is searched for only once. */
class Closes {
  readonly #text: string;
  readonly #none = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  after(name: string, from: number): number | null {
    if (this.#none.has(name)) return null;
    const close = new RegExp(`</${name}\\b|<!\\[CDATA\\[`, 'gi');
    close.lastIndex = from;
    for (let found = close.exec(this.#text); found !== null; found = close.exec(this.#text)) {
      if (found[0] !== CDATA) return found.index;
      const end = this.#text.indexOf(CDATA_END, found.index);
      if (end < 0) break;
      close.lastIndex = end;
    }
    this.#none.add(name);
    return null;
  }
}

function findTextBoundary(text: string, from: number): number {
  NEXT.lastIndex = from;
  return NEXT.exec(text)?.index ?? text.length;
}

/** Text without its CDATA marks and without a tag cut off at the very end. */
function escapeRawText(raw: string): string {
  const text = raw.replace(/<\/?\w*$/, '');
  let safe = '';
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf(CDATA, at);
    safe += text.slice(at, start < 0 ? text.length : start).replaceAll('<', '&lt;');
    if (start < 0) break;
    const end = text.indexOf(CDATA_END, start);
    safe += text
      .slice(start + CDATA.length, end < 0 ? text.length : end)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;');
    at = end < 0 ? text.length : end + CDATA_END.length;
  }
  return safe;
}
