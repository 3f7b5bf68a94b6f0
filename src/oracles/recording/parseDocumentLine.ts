import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';

/** A line of a run document after its header: a section's row, or at the end how many rows there were. */
type DocumentLine =
  | { readonly section: string; readonly row: unknown }
  | { readonly section: null; readonly rows: number };

/** Characters of a line that an error repeats. */
const QUOTED = 40;

/** @throws InputError naming the line */
export function parseDocumentLine(text: string, name: string, number: number): DocumentLine {
  const value = parseLineValue(text, name, number) as {
    section?: unknown;
    row?: unknown;
    rows?: unknown;
  } | null;
  if (typeof value === 'object' && value !== null) {
    const { section, row, rows } = value;
    if (typeof section === 'string' && row !== undefined) return { section, row };
    if (section === undefined && Number.isSafeInteger(rows)) return { section: null, rows: Number(rows) };
  }
  throw new InputError(
    `${name}, line ${number} was changed or damaged: ${formatQuotedText(text, QUOTED)} is not a row of a section`,
  );
}

/** The value of a line. @throws InputError naming the line */
export function parseLineValue(text: string, name: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(
      `${name}, line ${number} is not JSON: ${formatQuotedText(text, QUOTED)} was cut off or changed`,
    );
  }
}
