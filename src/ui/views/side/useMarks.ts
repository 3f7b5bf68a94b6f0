import { useMemo } from 'react';
import type { LineMark } from '../../controls/editor/lineMarks.ts';
import { usePage } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { wordsNow } from '../../model/looks.ts';
import { figuresOf, marksOf } from '../statistics/stepWords.ts';
import { useReport } from '../statistics/useReport.ts';

/** What came of the lines of the run's text; null while another text is edited, where those that are there move with it. */
export function useMarks(isEdited: boolean): readonly LineMark[] | null {
  const { Steps } = useViews();
  const report = useReport(false, Steps !== undefined);
  const { Tick } = usePage(wordsNow);
  // Figures stand there with the statistics that they are of.
  const isCounted = usePage(({ counted }) => counted !== null);
  const { steps } = report ?? {};
  const told = JSON.stringify([
    ...(report && steps ? marksOf(steps, report, Tick) : []),
    ...(report && steps && isCounted ? figuresOf(steps, report, Tick) : []),
  ]);
  const marks = useMemo(() => JSON.parse(told) as readonly LineMark[], [told]);
  return isEdited ? null : marks;
}
