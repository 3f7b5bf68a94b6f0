import { counted, grouped } from '../../counted.ts';
import type { ReadingReport } from './readingReport.ts';

/** Files, and things left out, that are told one by one; of more only how many. */
const MOST = 10;

/** What each file was read as and gave, and what was left out on purpose. @param sent cases of sub-agents */
export function openingLinesOf(
  { files, leftOut }: Pick<ReadingReport, 'files' | 'leftOut'>,
  sent: number,
): readonly string[] {
  return [
    ...firstOf(
      files.map(file => `${file.name}: ${file.format}, ${gaveOf(file)}`),
      'files',
    ),
    ...(sent > 0
      ? [`${counted(sent, 'case')} of sub-agents among them, each with the case that sent it`]
      : []),
    ...firstOf(
      leftOut.map(({ file, what, count }) => `${file}: left out ${grouped(count)} ${what}`),
      'of what was left out',
    ),
  ];
}

/** The steps and cases read from a file, or the parts of it that belong to cases counted with another file. */
export function gaveOf({
  cases,
  steps,
  parts,
}: Pick<ReadingReport['files'][number], 'cases' | 'steps' | 'parts'>): string {
  if (cases > 0) return `${counted(cases, 'case')}, ${counted(steps, 'step')}`;
  return parts > 0 ? 'parts of other files’ cases' : 'no case';
}

function firstOf(lines: readonly string[], what: string): readonly string[] {
  if (lines.length <= MOST) return lines;
  return [...lines.slice(0, MOST), `and ${grouped(lines.length - MOST)} more ${what}`];
}
