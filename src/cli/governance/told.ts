import { csvFormatRows } from 'd3-dsv';
import { agentId } from '../../engine/indices.ts';
import type { Figures, RuleInFull, RuleTold, StopTold, TunedTold } from '../../engine/rulesTold.ts';
import { tableLine } from '../table.ts';

/** Characters of the columns of the table. */
const WIDTHS = [14, 9, 9, 9, 7, 7, 7, 80];
const HEADS = ['--rule', 'failed', 'succeeded', 'precision', 'chance', 'saved', 'cut', ' what it looks for'];
/** Where the columns of numbers begin and end. */
const NUMBERS = [1, 7] as const;

/** All rules: cases stopped of those that failed and of those that succeeded, and shares of all that was spent. */
export function tableLines(rules: readonly RuleTold[], measure: string): readonly string[] {
  const [first] = rules;
  return [
    `${casesLine(first.figures)}; saved, cut: shares of all ${measure}`,
    rowOf(HEADS),
    ...rules.map(({ id, name, figures }) => rowOf([id, ...cellsOf(figures, measure), ` ${name}`])),
  ];
}

const casesLine = ({ cases, failed, succeeded, unknown }: Figures): string =>
  `${cases} ${cases === 1 ? 'case' : 'cases'}: ${failed} failed, ${succeeded} succeeded${unknown === 0 ? '' : `, ${unknown} of which nobody has said`}`;

/** Cells of a line, numbers at the right of their columns. */
const rowOf = (cells: readonly string[]): string =>
  tableLine(
    WIDTHS,
    cells.map((cell, i) => (i >= NUMBERS[0] && i < NUMBERS[1] ? cell.padStart(WIDTHS[i]) : cell)),
  );

const cellsOf = (figures: Figures, measure: string): readonly string[] => [
  `${figures.stopped_failed}/${figures.failed}`,
  `${figures.stopped_succeeded}/${figures.succeeded}`,
  percent(figures.precision),
  percent(figures.chance),
  percent(figures[`saved_share_${measure}`]),
  percent(figures[`cut_share_${measure}`]),
];

/** One rule in words, and its setting. */
export function fullLines(
  { name, figures, setting }: Omit<RuleInFull, 'stopped'>,
  measure: string,
): readonly string[] {
  return [
    `${name}, ${casesLine(figures)}`,
    ...didLines(figures, measure),
    `precision ${percent(figures.precision)}${range(figures, 'precision')}, by chance ${percent(figures.chance)}`,
    JSON.stringify(setting),
  ];
}

const didLines = (figures: Figures, measure: string): readonly string[] => [
  `stops ${figures.stopped_failed} of ${figures.failed} failed and ${figures.stopped_succeeded} of ${figures.succeeded} successful cases`,
  `saves ${percent(figures[`saved_share_${measure}`])} of all ${measure}${range(figures, 'saved_share')}, cuts ${percent(figures[`cut_share_${measure}`])}${range(figures, 'cut_share')}`,
];

/** Two rules' worth of tasks: what was chosen on one half, and what it does on the other. */
export function tunedLines({ setting, chosenOn, shownOn }: TunedTold, measure: string): readonly string[] {
  if (setting === null || chosenOn === null || shownOn === null)
    return ['no rule saves anything within 2 % of the successful cases'];
  return [
    JSON.stringify(setting),
    `on the half that it was chosen on, ${casesLine(chosenOn)}`,
    ...didLines(chosenOn, measure),
    `on the other half, ${casesLine(shownOn)}`,
    ...didLines(shownOn, measure),
  ];
}

/** A line for each case that a rule stops. */
export const stoppedLines = (stopped: readonly StopTold[], measure: string): readonly string[] =>
  stopped.map(({ agent, name, outcome, step, repeats, after }) => {
    const repeated = repeats === null ? '' : `, which repeats step ${repeats}`;
    const left = after[measure] === null ? '' : `; ${after[measure]} ${measure} came after it`;
    return `${agentId(agent)} ${name} (${outcome ?? 'untold'}): after step ${step}${repeated}${left}`;
  });

/** The table with all figures; what cannot be said is empty. */
export function csvOf(rules: readonly RuleTold[]): readonly string[] {
  const names = Object.keys(rules[0].figures);
  const rows = rules.map(({ id, name, figures }) => [
    ...[id, name],
    ...names.map(one => (figures[one] === null ? '' : String(figures[one]))),
  ]);
  return [csvFormatRows([['rule', 'name', ...names], ...rows])];
}

const percent = (share: number | null | undefined): string =>
  share === null || share === undefined ? '-' : `${(share * 100).toFixed(1)} %`;

/** " (95 %: 20.1 % to 45.0 %)" where it is known. */
function range(figures: Figures, name: string): string {
  const [low, high] = [figures[`${name}_low`], figures[`${name}_high`]];
  return low == null || high == null ? '' : ` (95 %: ${percent(low)} to ${percent(high)})`;
}
