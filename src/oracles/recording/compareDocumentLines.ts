import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { writeDocumentLines } from '../../engine/export/lines.ts';
import type { Difference } from '../../engine/export/verdict.ts';
import type { Run } from '../../engine/run/run.ts';
import { findJsonDifference, findRepeatedKey } from './difference.ts';
import { LaterFields } from './laterFields.ts';
import { parseDocumentLine, parseLineValue } from './parseDocumentLine.ts';

/** Characters of a line that are told. */
const TOLD = 80;

interface Heads<Head> {
  readonly said: Head;
  readonly own: Head;
}

/**
 * The first line of a document that is not what its run would have written; null for none. Lines are read one at a time.
 * @param beside two headers, without what need not be the same
 */
export async function compareDocumentLines<Head>(
  lines: AsyncIterable<string>,
  run: Run,
  beside: (heads: Heads<Head>) => readonly [said: object, own: object],
  rest: (part: number) => Promise<unknown>,
): Promise<Difference | null> {
  const counts = new Map<string, number>();
  const later = new LaterFields();
  const said = lines[Symbol.asyncIterator]();
  let part = 0;
  let number = 0;
  for (const own of writeDocumentLines(run, await run.state.telling(), done => (part = done))) {
    number++;
    const next = await said.next();
    if (next.done) return toLineDifference(number, null, own);
    const section = getLineSection(own);
    const isSame = next.value === own && later.isWhole(section);
    const found = isSame ? null : findLineDifference(next.value, own, { number, row: counts, later, beside });
    if (found !== null) return found;
    if (section !== undefined) counts.set(section, (counts.get(section) ?? 0) + 1);
    await rest(0.8 + 0.2 * part);
  }
  const extra = await said.next();
  return extra.done ? null : toLineDifference(number + 1, extra.value, null);
}

interface Place<Head> {
  readonly number: number;
  /** Rows of each section so far. */
  readonly row: ReadonlyMap<string, number>;
  readonly later: LaterFields;
  beside(heads: Heads<Head>): readonly [said: object, own: object];
}

/** Where two lines that are no like text say something else. */
function findLineDifference<Head>(
  said: string,
  own: string,
  { number, row, later, beside }: Place<Head>,
): Difference | null {
  const name = 'the document';
  const repeated = findRepeatedKey(said);
  if (repeated !== null)
    return { where: `line ${number}: ${repeated}`, said: 'stands there twice', is: null };
  if (number === 1) {
    const heads = { said: parseLineValue(said, name, 1) as Head, own: parseLineValue(own, name, 1) as Head };
    return findJsonDifference(...beside(heads));
  }
  const [there, here] = [parseDocumentLine(said, name, number), parseDocumentLine(own, name, number)];
  if (there.section === null || here.section === null || there.section !== here.section)
    return there.section === here.section
      ? findJsonDifference(there, here)
      : toLineDifference(number, said, own);
  const is = later.without(here.section, here.row, there.row);
  return findJsonDifference(there.row, is, `${here.section}[${row.get(here.section) ?? 0}]`);
}

/** The section that a line of our own is a row of; undefined for the first and the last line. */
const getLineSection = (own: string): string | undefined => /^\{"section":"(\w+)"/.exec(own)?.[1];

const toLineDifference = (number: number, said: string | null, is: string | null): Difference => ({
  where: `line ${number}`,
  said: said && formatQuotedText(said, TOLD),
  is: is && formatQuotedText(is, TOLD),
});
