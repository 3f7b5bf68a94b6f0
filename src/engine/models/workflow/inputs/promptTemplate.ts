import type { Place } from '../../../python/sourcePlace.ts';

/** A prompt in parts: plain text, and names in braces. */
export interface Template {
  readonly parts: readonly TemplatePart[];
  /** Start of the prompt in the text of the workflow. */
  readonly at: Anchor;
}

/** A piece of a prompt. */
type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  /** A variable; its place is that of the opening brace in the prompt. */
  | ({ readonly kind: 'variable'; readonly name: string } & Place);

const TEMPLATE_VARIABLE = /^\{([A-Za-z_][A-Za-z0-9_]{0,99})\}/;

/**
 * Parses a prompt. `{name}` is a variable. `{{` is a brace, and so is the `}}` that closes it; every other
 * brace stands for itself, so that a prompt may show JSON as it is.
 */
export function parsePromptTemplate(
  source: string,
  at: Anchor = { line: 1, column: 1, isExact: true },
): Template {
  const parts: TemplatePart[] = [];
  let text = '';
  let escaped = 0;
  let line = 1;
  let lineStart = 0;
  const flush = () => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
  };
  for (let i = 0; i < source.length; ) {
    if (source.startsWith('{{', i)) {
      escaped++;
      text += '{';
      i += 2;
    } else if (escaped > 0 && source.startsWith('}}', i)) {
      escaped--;
      text += '}';
      i += 2;
    } else {
      const name = source[i] === '{' ? TEMPLATE_VARIABLE.exec(source.slice(i, i + 102))?.[1] : undefined;
      if (name === undefined) {
        if (source[i] === '\n') [line, lineStart] = [line + 1, i + 1];
        text += source[i++];
      } else {
        flush();
        parts.push({ kind: 'variable', name, line, column: i - lineStart + 1 });
        i += name.length + 2;
      }
    }
  }
  flush();
  return { parts, at };
}

/** Fills in known names; unknown ones stay as written. A value longer than `most` is cut, visibly. */
export function fillTemplate(
  { parts }: Template,
  textOf: (name: string) => string | null,
  most = Number.POSITIVE_INFINITY,
): string {
  let filled = '';
  for (const part of parts) {
    filled += part.kind === 'text' ? part.text : (textOf(part.name) ?? `{${part.name}}`);
    if (filled.length > most) return `${filled.slice(0, most)}… (cut at ${most} characters)`;
  }
  return filled;
}

/** UTF-16 units of a template with its names filled in, and without whitespace at both ends. */
export function measureFilledTemplate(
  { parts }: Template,
  textOf: (name: string) => string | null,
): { readonly length: number; readonly trimmed: number } {
  let length = 0;
  // Positions of the first and the last character that is not whitespace.
  let start = -1;
  let end = 0;
  for (const part of parts) {
    const text = part.kind === 'text' ? part.text : (textOf(part.name) ?? `{${part.name}}`);
    const fromStart = text.trimStart().length;
    if (fromStart > 0) {
      if (start < 0) start = length + text.length - fromStart;
      end = length + text.trimEnd().length;
    }
    length += text.length;
  }
  return { length, trimmed: start < 0 ? 0 : end - start };
}

/** Start of a value, from which places inside it are computed. */
export interface Anchor extends Place {
  /** True if each line of the value is a line of the text as it is; if not, only its beginning is known. */
  readonly isExact: boolean;
}

/** The place of something inside a value that begins at another place. */
export const resolveNestedPlace = (at: Anchor, inside: Place): Place =>
  at.isExact
    ? { line: at.line + inside.line - 1, column: at.column + inside.column - 1 }
    : { line: at.line, column: at.column };
