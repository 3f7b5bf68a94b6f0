import { formatGlossaryLines } from '../../lib/formatCounts.ts';
import type { HelpContents } from '../../views/setup/HelpDialog.tsx';
import { TERMS } from './librarianGlossary.ts';

/** Help texts about the views of librarians. */
const LIBRARIANS_FACTS: readonly string[] = [
  'Each dot in the chart is one librarian; the longest-staying sit in the middle. A click selects it.',
  'The number at an edge is how many took it in this cycle; the band’s width grows with the square root of that number.',
  'In the timelines a taller bar is executing, the tallest is paging. A box is a question that is settled: filled where the answer was right.',
  'In the memory chart an entry is a band from the cycle in which it came to the one in which it left, as tall as it has tokens; one tag has one grey. Storage hangs below the line, on a scale of its own.',
  'A curve is an entry that went to the other place: orange for paging, blue for a load, black for the hard limit. A click on a band shows its value, and the answer that wrote it.',
  'Four characters count as a token.',
  ...formatGlossaryLines(TERMS),
  'The same set-up and seed give the same run, here and on the command line, as long as the policy decides.',
];

/** Help about librarians. */
export const LIBRARIANS_HELP: HelpContents = { facts: LIBRARIANS_FACTS };
