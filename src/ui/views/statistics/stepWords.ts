import type { EdgeRow, StepReport, StepRow } from '../../../engine/statistics/steps.ts';
import type { PopulationReport } from '../../../workers/protocol/api.ts';
import type { LineMark } from '../../controls/editor/lineMarks.ts';
import { grouped, noun } from '../../lib/words.ts';
import { roundNumber } from '../../words/clock.ts';

type Range = Pick<PopulationReport, 'from' | 'to'>;

/** "Ticks 1–100" @param Tick the model's word for one */
const rangeWords = ({ from, to }: Range, Tick: string): string =>
  from === to ? `${Tick} ${roundNumber(from)}` : `${Tick}s ${roundNumber(from)}–${roundNumber(to)}`;

/** What was counted of a step: "failed 27 of 70 questions in Ticks 1–100: 20 tried again, 7 given up; 900 tokens for nothing". */
export function stepWords(row: StepRow, range: Range, Tick: string): string {
  const { asked, failed, tokensForNothing } = row;
  const of = asked > 0 ? `of ${grouped(asked)} ${noun(asked, 'question')}` : noun(failed, 'time');
  const rest = [
    ...sequels(row),
    ...(tokensForNothing > 0 ? [`${grouped(tokensForNothing)} tokens for nothing`] : []),
  ];
  return `failed ${grouped(failed)} ${of} in ${rangeWords(range, Tick)}${rest.length > 0 ? `: ${rest.join(', ')}` : ''}`;
}

function sequels({ triedAgain, givenUp, skipped, stopped }: StepRow): readonly string[] {
  const all = [
    [triedAgain, 'tried again'],
    [givenUp, 'given up'],
    [skipped, 'skipped'],
    [stopped, 'stopped the agent'],
  ] as const;
  return all.flatMap(([count, words]) => (count ? [`${grouped(count)} ${words}`] : []));
}

/** Of a transition that was asked for in vain: "refused 70 times in Ticks 1–100, taken 0 times". */
export const edgeWords = ({ taken, refused }: EdgeRow, range: Range, Tick: string): string =>
  `refused ${grouped(refused)} ${noun(refused, 'time')} in ${rangeWords(range, Tick)}, taken ${grouped(taken)} ${noun(taken, 'time')}`;

/** Marks for the lines of steps that failed, and of transitions that were refused. */
export const marksOf = ({ rows, edges }: StepReport, range: Range, Tick: string): readonly LineMark[] => [
  ...(edges ?? []).flatMap(edge =>
    edge.refused > 0 ? [{ line: edge.at.line, words: edgeWords(edge, range, Tick) }] : [],
  ),
  ...rows.flatMap(row =>
    row.failed > 0 && row.at !== null
      ? [{ line: row.at.line, words: `${row.name} ${stepWords(row, range, Tick)}` }]
      : [],
  ),
];

/** Behind the lines of steps that ask, and of transitions, how often they were asked or taken: never as well. */
export function figuresOf({ rows, edges }: StepReport, range: Range, Tick: string): readonly LineMark[] {
  const asking = rows.filter(({ at, type }) => at !== null && type !== 'code');
  const most = Math.max(1, ...asking.map(({ asked }) => asked));
  const mostTaken = Math.max(1, ...(edges ?? []).map(({ taken }) => taken));
  const when = rangeWords(range, Tick);
  return [
    ...(edges ?? []).map(({ at, taken }) => ({
      line: at.line,
      words: `taken ${grouped(taken)} ${noun(taken, 'time')} in ${when}`,
      figure: { text: grouped(taken), share: taken / mostTaken },
    })),
    ...asking.map(row => ({
      line: row.at?.line ?? 0,
      words: `${row.name} ${costWords(row)} in ${when}`,
      figure: { text: grouped(row.asked), share: row.asked / most },
    })),
  ];
}

/** "asked 71 times, 18,431 tokens, 36 turns stalled", and what an answer took where that was measured. */
function costWords({ asked, tokensIn, tokensOut, stalled, milliseconds, measured }: StepRow): string {
  return [
    `asked ${grouped(asked)} ${noun(asked, 'time')}`,
    `${grouped(tokensIn + tokensOut)} tokens`,
    ...(milliseconds === null ? [] : [`${grouped(milliseconds / measured)} ms an answer`]),
    ...(stalled ? [`${grouped(stalled)} ${noun(stalled, 'turn')} stalled`] : []),
  ].join(', ');
}
