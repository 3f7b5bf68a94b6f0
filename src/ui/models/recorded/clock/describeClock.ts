import type { ClockReport } from '../../../../engine/models/recorded/clock/buildClockReport.ts';
import { CLOCK_FLAGS, CLOCK_KINDS } from '../../../../engine/models/recorded/clock/clockSpans.ts';
import { CASE_END_STATES } from '../../../../engine/models/recorded/recordedTerms.ts';
import type { LiveCase } from '../../../../engine/models/recorded/reports/listLiveCases.ts';
import { NEVER_TICK } from '../../../../engine/models/recorded/schedule.ts';
import type { TableData } from '../../../controls/tableData.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { formatShortAmount } from '../costs/costWords.ts';
import { isTimed } from './clockLanes.ts';
import type { ClockEnd } from './clockPlot.ts';
import { formatClockDay, formatClockDuration, formatClockTime } from './clockTicks.ts';
import type { ClockWindow } from './clockWindow.ts';
import type { KnownClock } from './useClock.ts';

/** Facts about a span in words. */
export interface SpanWords {
  /** The tool, or what it is. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** A span in words: its state and step, when it began and how long it took, its tokens, what it waited for. @param states of the chart */
export function describeClockSpan(
  report: ClockReport,
  span: number,
  states: readonly string[],
  now: number | null,
): SpanWords {
  const kind = CLOCK_KINDS[report.kind[span]];
  const { begin, until, flags, tokens, step, rows } = report;
  const isOpen = (flags[span] & CLOCK_FLAGS.open) !== 0;
  const tool = escapeInvisibleText(report.tools[report.tool[span]]);
  const title = kind === 'model' ? 'model' : kind === 'person' ? `${tool} waits for a person` : `${tool}`;
  const took = Number.isNaN(until[span])
    ? isOpen
      ? now === null
        ? 'has not ended'
        : `${formatClockDuration(now - begin[span])} so far`
      : 'its end is unknown'
    : formatClockDuration(until[span] - begin[span]);
  const isDecision = CLOCK_KINDS.indexOf(kind) > CLOCK_KINDS.indexOf('person');
  const isCall = (flags[span] & CLOCK_FLAGS.call) !== 0;
  const relation = !isCall ? '' : (flags[span] & CLOCK_FLAGS.later) === 0 ? 'led to ' : 'after ';
  const lines = [
    `${relation}step ${formatGroupedInteger(step[span])}, ${escapeInvisibleText(states[report.state[span]] ?? '')}${(flags[span] & CLOCK_FLAGS.failed) !== 0 ? ', failed' : ''}`,
    `${formatClockTime(begin[span], 1)}${isDecision ? '' : `, ${took}`}`,
    tokens[span] >= 0 ? formatNounCount(tokens[span], 'token') : '',
    rows[span] > 1 ? `one of ${rows[span]} at the same time` : '',
    isOpen && kind === 'tool' ? 'the agent waits for it' : '',
    isOpen && kind === 'model' ? 'the agent waits for the model' : '',
  ];
  return { title, lines: lines.filter(Boolean) };
}

/** The lanes in a sentence. */
export function describeClock({ report }: KnownClock, window: ClockWindow, lanes: number): string {
  const timed = countTimed(report);
  const all = report.senderOf.length;
  const untimed = describeUntimed(report);
  const live = report.live.length === 0 ? '' : `, ${formatGroupedInteger(report.live.length)} under way`;
  return `${formatGroupedInteger(timed)} of ${formatNounCount(all, 'case')} on ${formatNounCount(lanes, 'lane')}, ${describeWindow(window)}${live}.${untimed === '' ? '' : ` ${untimed}.`}`;
}

/** "29 Nov 2026, 14:00 to 14:24"; with both dates if they differ. */
export function describeWindow({ from, until }: ClockWindow): string {
  const [a, b] = [formatClockDay(from), formatClockDay(until)];
  const step =
    until - from < 10 * 60_000 ? (until - from < 5000 ? (until - from < 20 ? 0.1 : 1) : 1000) : 60_000;
  const [begin, end] = [formatClockTime(from, step), formatClockTime(until, step)];
  return a === b ? `${a}, ${begin} to ${end}` : `${a} ${begin} to ${b} ${end}`;
}

const timedCounts = new WeakMap<ClockReport, number>();

/** Number of the cases with times; counted once for a report. */
function countTimed(report: ClockReport): number {
  const known = timedCounts.get(report);
  if (known !== undefined) return known;
  let timed = 0;
  for (const agent of report.senderOf.keys()) if (isTimed(report, agent)) timed++;
  timedCounts.set(report, timed);
  return timed;
}

/** "12 of 50 cases have no times"; else steps without a time; '' if all have one. */
export function describeUntimed(report: ClockReport): string {
  const all = report.senderOf.length;
  const without = all - countTimed(report);
  if (without > 0)
    return `${formatGroupedInteger(without)} of ${formatNounCount(all, 'case')} ${without === 1 ? 'has' : 'have'} no times`;
  const steps = report.untimed.reduce((sum, one) => sum + one, 0);
  return steps === 0
    ? ''
    : `${formatNounCount(steps, 'step')} without a time ${steps === 1 ? 'is' : 'are'} not drawn`;
}

/** "asks you, 2 min 24 s", "npm test, 12 s", "model, 21 s", "under way" */
export function describeLiveCase(
  { waitsFor, tool, since }: LiveCase,
  now: number | null,
  isSilent: boolean,
): string {
  const who = {
    ...{ person: 'asks you', agent: 'sub-agent', model: 'model' },
    tool: escapeInvisibleText(tool ?? 'a tool'),
  };
  if (waitsFor === null) return isSilent ? 'silent' : 'under way';
  return since === null || now === null
    ? who[waitsFor]
    : `${who[waitsFor]}, ${formatClockDuration(Math.max(0, now - since))}`;
}

/** Words at the end of a case's lane: what it does, or how it ended and when. */
export function describeLaneEnd(
  report: ClockReport,
  agent: number,
  at: {
    readonly viewed: number;
    readonly now: number | null;
    readonly states: readonly string[];
    readonly silent: ReadonlySet<number>;
  },
): ClockEnd {
  const { viewed, now, states, silent } = at;
  const amount = report.tokensOf[agent];
  const last = report.first[agent + 1] - 1;
  // Of the whole case: looking back, nobody knows them yet.
  const tokens = Number.isNaN(amount) || report.tick[last] > viewed ? '–' : formatShortAmount(amount);
  const end = report.endOf[agent];
  if (end !== NEVER_TICK && end <= viewed) {
    const wall = report.shares.wall[agent];
    const outcome = CASE_END_STATES[report.outcome[agent]];
    const took = wall > 0 ? formatClockDuration(wall) : '';
    // Its end is not recorded, its last step is.
    const when = now === null ? took : `last seen ${formatClockTime(report.reach[last], 1000)}`;
    const words = [outcome, when].filter(Boolean).join(', ');
    return { words, isStrong: outcome === 'failed', tokens };
  }
  const live = report.live.find(one => one.agent === agent);
  if (live !== undefined && report.tick[last] <= viewed)
    return {
      words: describeLiveCase(live, now, silent.has(agent)),
      isStrong: live.waitsFor === 'person',
      tokens,
    };
  return { words: states[findLastState(report, agent, viewed)] ?? 'not begun', isStrong: false, tokens };
}

function findLastState({ first, tick, state }: ClockReport, agent: number, viewed: number): number {
  let last = -1;
  for (let span = first[agent]; span < first[agent + 1]; span++) if (tick[span] <= viewed) last = state[span];
  return last;
}

const ROUND = (value: number): number | '' => (Number.isNaN(value) ? '' : Math.round(value) / 1000);

/** The cases with times as a table; amounts in seconds, empty where they are unknown. */
export function buildClockTable({ report, names }: KnownClock, order: readonly number[]): TableData {
  const { first, begin, reach, shares, tokensOf, timed, untimed } = report;
  return {
    head: [
      ...['Case', 'Began', 'Last moment', 'Took, s', 'Model, s', 'Tools, s', 'Waits for a person, s'],
      ...['Between steps, s', 'Tokens', 'Steps with times', 'Steps without'],
    ],
    first: 'as the lanes are',
    rows: order.map(agent => {
      const [from, until] = [begin[first[agent]], reach[first[agent + 1] - 1]];
      return [
        escapeInvisibleText(names[agent] ?? ''),
        `${formatClockDay(from)} ${formatClockTime(from, 1000)}`,
        `${formatClockDay(until)} ${formatClockTime(until, 1000)}`,
        ...[shares.wall, shares.model, shares.tool, shares.person, shares.between].map(of =>
          ROUND(of[agent]),
        ),
        Number.isNaN(tokensOf[agent]) ? '' : tokensOf[agent],
        timed[agent],
        untimed[agent],
      ];
    }),
  };
}
