import { InputError } from '../core/errors.ts';
import * as z from '../core/zod.ts';

const sheetSchema = z.object({
  student: z.string(),
  /** Id of the scenario, and its question. */
  scenario: z.string(),
  question: z.string(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
});

/** A student's answers to the questions of a scenario, handed in with a run. */
export type StudentSheet = z.infer<typeof sheetSchema>;

const headSchema = z.object({
  format: z.literal('statescope-sheet'),
  version: z.literal(1),
  sheet: sheetSchema,
  run: z.null(),
});

/** Beginning of every sheet. */
const START = '{"format":"statescope-sheet"';
const END = '}\n';

/**
 * A sheet and its run in one file: the sheet in the first line, then the run document as it was exported, byte by byte.
 * @param document text of the run document
 */
export const writeSheetFile = (sheet: StudentSheet, document: string): string =>
  `${START},"version":1,"sheet":${JSON.stringify(sheet)},"run":\n${document}${END}`;

/**
 * The sheet and the run document of a file; of a file without a sheet all is the document.
 * @throws InputError naming the place of what was changed
 */
export function splitSheetFile(
  name: string,
  text: string,
): { readonly sheet: StudentSheet | null; readonly document: string } {
  if (!text.startsWith(START)) return { sheet: null, document: text };
  const start = text.indexOf('\n') + 1;
  const end = text.trimEnd().length - 1;
  const head = headSchema.safeParse(parseHead(text.slice(0, start)));
  if (!head.success)
    throw new InputError(
      `${name}: the first line, which is the sheet, was changed at ${head.error.issues[0].path.join('.') || 'its end'}`,
    );
  if (text[end] !== '}' || end <= start) throw new InputError(`${name} is a sheet that was cut off`);
  return { sheet: head.data.sheet, document: text.slice(start, end) };
}

function parseHead(line: string): unknown {
  try {
    return JSON.parse(`${line}null}`);
  } catch {
    return null;
  }
}
