import { useMemo } from 'react';
import type { LineMark } from '../../controls/editor/lineMarks.ts';
import { usePage } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import { buildStepFigures, buildStepMarks } from '../statistics/describeStepCounts.ts';
import { useReport } from '../statistics/useReport.ts';

/** What came of the lines of the run's text; null while another text is edited, where those that are there move with it. */
export function useMarks(isEdited: boolean): readonly LineMark[] | null {
  const { Steps } = useViews();
  const report = useReport(false, Steps !== undefined);
  const { Tick } = usePage(getCurrentModelWords);
  // Figures stand there with the statistics that they are of.
  const isCounted = usePage(({ counted }) => counted !== null);
  const { steps } = report ?? {};
  const told = JSON.stringify([
    ...(report && steps ? buildStepMarks(steps, report, Tick) : []),
    ...(report && steps && isCounted ? buildStepFigures(steps, report, Tick) : []),
  ]);
  const marks = useMemo(() => JSON.parse(told) as readonly LineMark[], [told]);
  return isEdited ? null : marks;
}
