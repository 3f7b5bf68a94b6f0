import type { EdgeRow, StepReport, StepRow } from '../../../engine/statistics/stepReport.ts';
import type { PopulationReport } from '../../../workers/protocol/api.ts';
import type { LineMark } from '../../controls/editor/lineMarks.ts';
import { formatGroupedInteger, pluralizeNoun } from '../../lib/formatCounts.ts';
import { formatRoundNumber } from '../../words/runClock.ts';

type Range = Pick<PopulationReport, 'from' | 'to'>;

/** "Ticks 1–100" @param Tick the model's word for one */
const formatTickRange = ({ from, to }: Range, Tick: string): string =>
  from === to
    ? `${Tick} ${formatRoundNumber(from)}`
    : `${Tick}s ${formatRoundNumber(from)}–${formatRoundNumber(to)}`;

/** Counts of a step: "failed 27 of 70 questions in Ticks 1–100: 20 tried again, 7 given up; 900 tokens for nothing". */
export function describeStepCounts(row: StepRow, range: Range, Tick: string): string {
  const { asked, failed, tokensForNothing } = row;
  const of =
    asked > 0
      ? `of ${formatGroupedInteger(asked)} ${pluralizeNoun(asked, 'question')}`
      : pluralizeNoun(failed, 'time');
  const rest = [
    ...describeStepSequels(row),
    ...(tokensForNothing > 0 ? [`${formatGroupedInteger(tokensForNothing)} tokens for nothing`] : []),
  ];
  return `failed ${formatGroupedInteger(failed)} ${of} in ${formatTickRange(range, Tick)}${rest.length > 0 ? `: ${rest.join(', ')}` : ''}`;
}

function describeStepSequels({ triedAgain, givenUp, skipped, stopped }: StepRow): readonly string[] {
  const all = [
    [triedAgain, 'tried again'],
    [givenUp, 'given up'],
    [skipped, 'skipped'],
    [stopped, 'stopped the agent'],
  ] as const;
  return all.flatMap(([count, words]) => (count ? [`${formatGroupedInteger(count)} ${words}`] : []));
}

/** Of a transition that was refused: "refused 70 times in Ticks 1–100, taken 0 times". */
export const describeRefusedEdge = ({ taken, refused }: EdgeRow, range: Range, Tick: string): string =>
  `refused ${formatGroupedInteger(refused)} ${pluralizeNoun(refused, 'time')} in ${formatTickRange(range, Tick)}, taken ${formatGroupedInteger(taken)} ${pluralizeNoun(taken, 'time')}`;

/** Marks for the lines of steps that failed, and of transitions that were refused. */
export const buildStepMarks = (
  { rows, edges }: StepReport,
  range: Range,
  Tick: string,
): readonly LineMark[] => [
  ...(edges ?? []).flatMap(edge =>
    edge.refused > 0 ? [{ line: edge.at.line, words: describeRefusedEdge(edge, range, Tick) }] : [],
  ),
  ...rows.flatMap(row =>
    row.failed > 0 && row.at !== null
      ? [{ line: row.at.line, words: `${row.name} ${describeStepCounts(row, range, Tick)}` }]
      : [],
  ),
];

/** Behind the lines of steps that ask, and of transitions, how often they were asked or taken: never as well. */
export function buildStepFigures(
  { rows, edges }: StepReport,
  range: Range,
  Tick: string,
): readonly LineMark[] {
  const asking = rows.filter(({ at, type }) => at !== null && type !== 'code');
  const most = Math.max(1, ...asking.map(({ asked }) => asked));
  const mostTaken = Math.max(1, ...(edges ?? []).map(({ taken }) => taken));
  const when = formatTickRange(range, Tick);
  return [
    ...(edges ?? []).map(({ at, taken }) => ({
      line: at.line,
      words: `taken ${formatGroupedInteger(taken)} ${pluralizeNoun(taken, 'time')} in ${when}`,
      figure: { text: formatGroupedInteger(taken), share: taken / mostTaken },
    })),
    ...asking.map(row => ({
      line: row.at?.line ?? 0,
      words: `${row.name} ${describeStepCost(row)} in ${when}`,
      figure: { text: formatGroupedInteger(row.asked), share: row.asked / most },
    })),
  ];
}

/** "asked 71 times, 18,431 tokens, 36 turns stalled", and the time of an answer if it was measured. */
function describeStepCost({ asked, tokensIn, tokensOut, stalled, milliseconds, measured }: StepRow): string {
  return [
    `asked ${formatGroupedInteger(asked)} ${pluralizeNoun(asked, 'time')}`,
    `${formatGroupedInteger(tokensIn + tokensOut)} tokens`,
    ...(milliseconds === null ? [] : [`${formatGroupedInteger(milliseconds / measured)} ms an answer`]),
    ...(stalled ? [`${formatGroupedInteger(stalled)} ${pluralizeNoun(stalled, 'turn')} stalled`] : []),
  ].join(', ');
}
