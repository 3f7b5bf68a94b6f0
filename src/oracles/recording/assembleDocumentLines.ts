import { InputError } from '../../engine/core/errors.ts';
import { parseDocumentLine, parseLineValue } from './recording.ts';

type DocumentRow = Readonly<Record<string, unknown>>;

/**
 * A document with a row a line as the one value that the other form is. No text of the whole is made.
 * @param wanted sections; the others are empty.
 * @throws InputError naming the line
 */
export async function assembleDocumentLines(
  name: string,
  lines: AsyncIterable<string>,
  wanted: readonly string[],
): Promise<DocumentRow> {
  let header: DocumentRow | null = null;
  const sections = new Map(wanted.map(section => [section, [] as unknown[]]));
  let number = 0;
  for await (const line of lines) {
    number++;
    header ??= number === 1 ? (parseLineValue(line, name, 1) as DocumentRow) : null;
    if (number === 1) continue;
    const report = parseDocumentLine(line, name, number);
    if (report.section !== null) sections.get(report.section)?.push(report.row);
  }
  if (header === null) throw new InputError(`${name} is empty`);
  const { sections: named, transitions: names, ...head } = header;
  const listed = Array.isArray(named) ? named.map(String) : [];
  return {
    ...head,
    format: 'statescope-run',
    ...Object.fromEntries(listed.map(section => [section, sections.get(section) ?? []])),
    transitions: {
      ...(names as object),
      ...toRecordColumns((sections.get('transitions') ?? []) as readonly DocumentRow[]),
    },
  };
}

/** Rows as columns, named as in the first. */
function toRecordColumns(rows: readonly DocumentRow[]): DocumentRow {
  const names = rows.length === 0 ? ['tick', 'agent', 'from', 'to', 'trigger'] : Object.keys(rows[0]);
  return Object.fromEntries(names.map(name => [name, rows.map(row => row[name])]));
}
