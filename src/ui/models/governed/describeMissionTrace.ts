import type { MissionStep } from '../../../engine/models/governed/missionStep.ts';
import type { CallTrace } from '../../../engine/models/governed/reports/governedDetail.ts';
import { READ_TOOL } from '../../../engine/models/governed/tools.ts';
import type { TableData } from '../../controls/tableData.ts';
import { escapeInvisibleText, formatNounCount } from '../../lib/formatCounts.ts';
import {
  describeGovernedRule,
  describeUnstatedRule,
  isStuckMissionPhase,
  OUTCOME_WORDS,
} from './describeMissions.ts';
import {
  describeAdviceFate,
  formatCallQuery,
  formatCallYield,
  formatRefusalReason,
  isQuestionStep,
} from './governedResources.ts';
import type { LaneSentence, LaneWords } from './trace/missionTraceLabels.ts';

/** The state at a step, lane by lane. @param steps the mission's steps up to and including it. */
export function describeLanesAtStep(trace: CallTrace, steps: readonly MissionStep[]): LaneWords {
  const last = steps.at(-1);
  // Later steps are not known yet.
  const outcome = trace.steps.length > 0 ? 'waiting' : trace.outcome;
  if (!last) return { state: { strong: OUTCOME_WORDS[outcome], rest: '' }, answer: LEGEND };
  const now = steps.filter(({ tick }) => tick === last.tick);
  const asked = now.findLast(isQuestionStep);
  // An end without a question is reported with its cause.
  const rows = isQuestionStep(last) ? now : steps;
  const verdict = rows.findLast(({ kind, rule }) => isRulingStep(kind) || rule === 'step_limit');
  const advised = rows.findLast(({ advice }) => advice !== null);
  return {
    state: describeStepState(last, countChancesLeft(trace, steps)),
    answer: LEGEND,
    ...(asked && describeHits(asked)),
    ...(verdict ? describeRuleVerdict(verdict) : asked && describeRefusal(asked)),
    ...(advised && {
      advice: describeAdvice(advised, steps),
    }),
  };
}

const isRulingStep = (kind: MissionStep['kind']): boolean => kind === 'verdict' || kind === 'resumed';

/** Second chances that remain after these steps of a mission. */
export const countChancesLeft = ({ chances }: CallTrace, steps: readonly MissionStep[]): number =>
  chances - steps.filter(({ kind }) => kind === 'resumed').length;

/** The advice's fate first, then its text. */
function describeAdvice(step: MissionStep, steps: readonly MissionStep[]): LaneSentence {
  const outcome = describeAdviceFate(step, steps);
  return { strong: outcome && `${outcome}:`, rest: `“${escapeInvisibleText(step.advice!.text)}”` };
}

const LEGEND = {
  strong: '●',
  state: 'searching',
  rest: 'tool  ○ reason  ◆ finish  × not accepted',
};

function describeStepState({ next, kind, advice, call }: MissionStep, left: number): LaneSentence {
  if (isStuckMissionPhase(next))
    return { strong: next, rest: left > 0 ? 'then another try' : 'then finishing with no question' };
  if (next !== 'finishing') return { strong: next };
  if (kind !== 'forced') return { strong: next, rest: advice?.rule ? 'on advice' : 'by itself' };
  return { strong: next, rest: call?.args.summary === undefined ? 'cut off' : 'with a summary' };
}

function describeHits({ call }: MissionStep): LaneWords {
  if (!call || call.hits === null) return {};
  const again = call.before.length > 0 ? `as in its ${formatEarlierSteps(call.before)}` : '';
  return { search: { strong: formatCallYield(call), rest: again } };
}

/** "step 4", "steps 4 and 7", "steps 4, 7 and 3 more". */
function formatEarlierSteps(steps: readonly number[]): string {
  const [first, second] = steps;
  if (steps.length === 1) return `step ${first}`;
  return steps.length === 2
    ? `steps ${first} and ${second}`
    : `steps ${first}, ${second} and ${steps.length - 2} more`;
}

const describeRuleVerdict = ({ kind, rule, reason }: MissionStep): LaneWords => ({
  refused: {
    strong: kind === 'resumed' ? 'sent back:' : getVerdictHeading(rule, reason),
    rest: reason === null ? '' : escapeInvisibleText(reason),
  },
});

const getVerdictHeading = (rule: MissionStep['rule'], reason: string | null): string =>
  rule === 'step_limit' ? 'cut off' : `stuck: ${rule === null ? '' : describeUnstatedRule(rule, reason)}`;

const describeRefusal = (step: MissionStep): LaneWords =>
  step.refused === null && step.call?.error == null
    ? {}
    : { refused: { rest: escapeInvisibleText(formatRefusalReason(step)) } };

/** "hacker.txt password: stopped as stuck after 18 steps; 7 searches; advised 2 times, 1 obeyed; 2 refused, 1 put right." */
export function describeMissionTrace(trace: CallTrace | null): string {
  if (!trace) return 'No mission is under way yet.';
  const { title, outcome, rule, steps } = trace;
  const asked = steps.filter(isQuestionStep);
  const made = asked.filter(({ call }) => call?.hits != null);
  const reads = made.filter(({ call }) => call?.tool === READ_TOOL).length;
  const refused = asked.filter(step => step.refused !== null && step.kind !== 'unanswered').length;
  const unanswered = asked.filter(({ kind }) => kind === 'unanswered').length;
  const advised = asked.filter(({ advice }) => advice !== null && advice.rule !== null);
  const obeyed = advised.filter(step => step.obeyed === true).length;
  const resumed = steps.filter(({ kind }) => kind === 'resumed').length;
  const mended = asked.filter(step => step.advice?.rule === null && step.obeyed === true).length;
  const how = outcome === 'finished' && rule !== null ? 'finished on advice' : OUTCOME_WORDS[outcome];
  const why = rule === null ? '' : `, ${describeGovernedRule(rule)}`;
  const parts = [
    `${title}: ${how}${why} after ${formatNounCount(asked.length, 'step')}`,
    formatNounCount(made.length - reads, 'search', 'searches'),
    reads > 0 && `${formatNounCount(reads, 'document')} read`,
    `advised ${formatNounCount(advised.length, 'time')}, ${obeyed} obeyed`,
    resumed > 0 && `sent back for another try ${formatNounCount(resumed, 'time')}`,
    `${refused} refused, ${mended} put right`,
    unanswered > 0 && `${unanswered} unanswered`,
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}

/** The step in one line, for screen readers. @param steps all of the mission's. */
export function describeMissionStep(step: MissionStep, steps: readonly MissionStep[]): string {
  const { tick, phase, kind, refused, advice, rule, next } = step;
  const what = describeCallResult(step);
  const parts = [
    `Step ${tick}, ${phase}: ${what}`,
    refused && (kind === 'unanswered' ? refused : `refused: ${refused}`),
    rule && describeGovernedRule(rule),
    advice && [`advised “${advice.text}”`, describeAdviceFate(step, steps)].filter(Boolean).join(', '),
    next !== phase && `to ${next}`,
  ];
  return parts.filter(Boolean).join('; ');
}

/** Call and result, in words. */
function describeCallResult(step: MissionStep): string {
  const { call, kind, final } = step;
  if (kind === 'finish') return `finish “${final ?? ''}”`;
  if (call === null || kind === 'forced') return kind;
  if (call.hits === null) return `${call.tool}, not made`;
  return `${call.tool} “${formatCallQuery(step)}”, ${formatCallYield(call)}`;
}

/** The call trace as a table, one row a step; empty before there is a trace. */
export function buildMissionTraceTable(trace: CallTrace | null): TableData {
  const head = [
    'step',
    'its own step',
    'state',
    'answer',
    'search',
    'hits',
    'refused',
    'rule',
    'advice',
    'what became of it',
    'next',
    'tokens in',
    'tokens out',
  ];
  const steps = trace?.steps ?? [];
  const rows = steps.map(step => [
    step.tick,
    step.number,
    step.phase,
    step.kind,
    formatCallQuery(step),
    step.call?.hits == null ? '' : step.call.total,
    step.refused ?? step.call?.error ?? '',
    step.reason ?? step.rule ?? '',
    step.advice?.text ?? '',
    describeAdviceFate(step, steps),
    step.next,
    step.tokensIn,
    step.tokensOut,
  ]);
  return { head, rows };
}
