import { InputError } from '../../engine/core/errors.ts';
import { documentLine, lineValue } from './documentLine.ts';
import { type BegunRecording, beginRecording, type Recording } from './recording.ts';

/** The section of a line as it was written, without the rest of it being read. */
const SECTION = /^\{"section":"(\w+)","row":\{/;

/**
 * Reads a run document with a row a line: of each line only what a replay needs is kept.
 * @throws InputError naming the line, or the place in a row, for anything else, and for a document that is cut off
 */
export async function readRecordingLines(name: string, lines: AsyncIterable<string>): Promise<Recording> {
  let begun: BegunRecording | null = null;
  const held: unknown[] = [];
  let number = 0;
  let rows: number | null = null;
  for await (const line of lines) {
    number++;
    if (begun === null) {
      begun = await beginRecording(name, headerOf(line, name));
      continue;
    }
    if (rows !== null) throw new InputError(`${name}, line ${number}: the document has ended before it`);
    const { answers, part } = begun;
    const section = SECTION.exec(line)?.[1];
    const isRead = section === undefined || ['decisions', 'measurements', part.heldIn].includes(section);
    if (!isRead) continue;
    const told = documentLine(line, name, number);
    if (told.section === null) rows = told.rows;
    else if (told.section === 'decisions') answers.addDecision(told.row);
    else if (told.section === 'measurements') answers.addMeasurement(told.row);
    else if (told.section === part.heldIn) held.push(told.row);
  }
  if (begun === null) throw new InputError(`${name} is empty`);
  if (rows === null)
    throw new InputError(`${name} is cut off after line ${number}: its last line is missing`);
  if (rows !== number - 2)
    throw new InputError(
      `${name} was changed or damaged: it has ${number - 2} rows, and says that it has ${rows}`,
    );
  const { heldIn } = begun.part;
  return begun.end(heldIn === undefined ? {} : { [heldIn]: held });
}

/** The header as a document's head. */
function headerOf(line: string, name: string): object {
  const value = lineValue(line, name, 1);
  if (typeof value !== 'object' || value === null)
    throw new InputError(`${name}, line 1 is no header of a run document`);
  return { ...value, format: 'statescope-run' };
}
