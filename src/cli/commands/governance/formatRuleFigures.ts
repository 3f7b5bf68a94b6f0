import type { RuleFigures } from '../../../engine/model/rulesSummary.ts';

/** "40 cases: 10 failed, 30 succeeded". */
export const formatCasesLine = ({ cases, failed, succeeded, unknown }: RuleFigures): string =>
  `${cases} ${cases === 1 ? 'case' : 'cases'}: ${failed} failed, ${succeeded} succeeded${unknown === 0 ? '' : `, ${unknown} of unknown outcome`}`;

/** Lines on what a rule stops, saves and cuts. @param measure unit of savings */
export const formatRuleEffects = (figures: RuleFigures, measure: string): readonly string[] => [
  `stops ${figures.stopped_failed} of ${figures.failed} failed${formatFigureInterval(figures, 'recall')} and ${figures.stopped_succeeded} of ${figures.succeeded} successful cases${formatFigureInterval(figures, 'false_alarms')}${describeUnknownFigures(figures, measure)}`,
  `saves ${formatPercentage(figures[`saved_share_${measure}`])} of all ${measure}${formatFigureInterval(figures, 'saved_share')}, cuts ${formatPercentage(figures[`cut_share_${measure}`])}${formatFigureInterval(figures, 'cut_share')}`,
];

function describeUnknownFigures(figures: RuleFigures, measure: string): string {
  if (figures.unknown === 0) return '';
  const after = figures[`after_${measure}`];
  return `, ${figures.stopped_unknown} of ${figures.unknown} of unknown outcome${after == null ? '' : `; ${after} ${measure} came after the stops`}`;
}

/** "50.3 %"; "-" for an unknown share. */
export const formatPercentage = (share: number | null | undefined): string =>
  share === null || share === undefined ? '-' : `${(share * 100).toFixed(1)} %`;

/** " (95 %: 20.1 % to 45.0 %)" if it is known. */
export const formatFigureInterval = (figures: RuleFigures, name: string): string =>
  figures[`${name}_low`] == null ? '' : ` (95 %: ${formatFigureRange(figures, name)})`;

/** "20.1 % to 45.0 %"; "up to 11.4 %" from nothing on. */
export function formatFigureRange(figures: RuleFigures, name: string): string {
  const [low, high] = [figures[`${name}_low`], figures[`${name}_high`]];
  if (low === 0) return `up to ${high != null && high < 0.001 ? 'less than 0.1 %' : formatPercentage(high)}`;
  return `${formatPercentage(low)} to ${formatPercentage(high)}`;
}
