import type { CaseTrace, PlacedStep } from '../../../../engine/models/recorded/reports/recordedQueries.ts';
import { NEVER_TICK } from '../../../../engine/models/recorded/schedule.ts';
import { isGuardTool } from '../../../../engine/traces/guardSteps.ts';
import { SAY, type TraceStep } from '../../../../engine/traces/traces.ts';
import type { Usage } from '../../../../engine/traces/usage.ts';
import { clipTextMiddle } from '../../../charts/automatic/shortenText.ts';
import type { TableData } from '../../../controls/tableData.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { formatMoment } from '../live/formatMoment.ts';

/** "as in step 4, with the same result"; empty for a call that was not made before. */
export function describeRepeatedStep({ repeats }: PlacedStep): string {
  if (repeats === null) return '';
  const result = { true: 'with the same result', false: 'with another result', null: 'result unknown' };
  return `as in step ${repeats.number}, ${result[`${repeats.sameResult}`]}`;
}

/** The model's input before a step: "input: the result of step 3", "input: a message". */
export function describeModelInput(
  { number, step: { prompt } }: PlacedStep,
  { steps }: Pick<CaseTrace, 'steps'>,
): string {
  const earlier = steps.filter(one => one.number < number);
  const from = earlier.findLast(({ step }) => prompt !== null && (step.result ?? step.error) === prompt);
  if (from === undefined) return 'input: a message';
  return `input: the ${from.step.failed ? 'error' : 'result'} of step ${from.number}`;
}

/** Title of a case: its name and, if its id says more, the id's beginning and end. */
export function formatCaseTitle(id: string, name: string): string {
  const known = name.replace(/^task |, trial.*$/g, '');
  const isInId = known.length >= LONG_NAME && id.includes(known);
  return name === id || name.includes('…') || isInId
    ? name
    : `${name} · ${clipTextMiddle(id, MAX_ID_LENGTH)}`;
}

/** Letters of a task that is in no id by chance. */
const LONG_NAME = 6;
/** Letters of an id next to a name. */
const MAX_ID_LENGTH = 24;

/** The usage of a step in words, with that of later calls of the model, of which it is not known yet what they led to. */
export function describeStepUsage({ step }: PlacedStep): string {
  const { at, modelCalls } = step;
  const later = at === null ? 0 : (modelCalls ?? []).filter(([begin]) => begin > at).length;
  const words = describeTokenUsage({ step });
  return words === '' || later === 0
    ? words
    : `${words}, ${later === 1 ? 'a later call' : `${later} later calls`} of the model included`;
}

/** "1,204 in (1,000 cached), 33 out (9 reasoning)"; empty if the source has no usage. */
export function describeTokenUsage({ step }: { readonly step: Usage }): string {
  const within = (count: number | null, what: string) =>
    count === null || count === 0 ? '' : ` (${formatGroupedInteger(count)} ${what})`;
  const parts = [
    step.tokensIn !== null &&
      `${formatGroupedInteger(step.tokensIn)} in${within(step.tokensCachedRead, 'cached')}`,
    step.tokensOut !== null &&
      `${formatGroupedInteger(step.tokensOut)} out${within(step.tokensReasoning, 'reasoning')}`,
  ].filter(Boolean);
  return parts.join(', ');
}

/**
 * "Failed, reward 0, max_steps." once a case has ended; empty before, unless no more of it is known.
 * @param silentSince milliseconds since 1970, if it is silent; else null
 */
export function describeCaseStatus(
  { steps, stepsInAll, outcome, reward, end, ends }: CaseTrace,
  silentSince: number | null,
): string {
  if (steps.length < stepsInAll) return '';
  if (ends === NEVER_TICK)
    return silentSince === null
      ? 'Still under way.'
      : `Under way, silent since ${formatMoment(silentSince, Date.now())}.`;
  const parts = [
    outcome,
    reward !== null && `reward ${reward}`,
    end !== null && escapeInvisibleText(end),
  ].filter(Boolean);
  if (parts.length === 0) return 'Its source does not say how it ended.';
  const words = parts.join(', ');
  const text = `${words[0].toUpperCase()}${words.slice(1)}.`;
  return outcome === null ? `${text} Whether it succeeded is unknown.` : text;
}

/** Number of failed steps; unknown if no step says so. */
export const describeFailedSteps = (steps: readonly PlacedStep[]): string =>
  steps.length > 0 && steps.every(({ step }) => step.failed === null)
    ? 'unknown'
    : formatGroupedInteger(steps.filter(({ step }) => step.failed).length);

/** A step in one sentence. */
export function describeCaseStep(placed: PlacedStep): string {
  const { number, state, step } = placed;
  const what = isGuardTool(step.tool)
    ? describeGuardDecision(step)
    : step.tool === SAY
      ? 'a message'
      : `calls ${step.tool}`;
  const parts = [
    `Step ${number}, ${state}: ${what}`,
    describeRepeatedStep(placed),
    placed.isForeign ? 'a move that the given chart does not have' : '',
    step.failed ? `failed${step.error ? `: ${step.error}` : ''}` : '',
  ];
  return `${escapeInvisibleText(parts.filter(Boolean).join(', '))}.`;
}

/** "by rule same: You are repeating yourself." */
const describeGuardDecision = ({ args, result }: TraceStep): string =>
  [args === null ? '' : `by rule ${args}`, result ?? ''].filter(Boolean).join(': ');

/** Labels next to the head, lane by lane. */
export function describeHeadLanes(steps: readonly PlacedStep[]): readonly string[] {
  const last = steps.at(-1);
  if (last === undefined) return [];
  const { step } = last;
  const called = step.tool === SAY ? 'a message' : step.tool;
  const result = step.failed ? (step.error ?? 'failed') : (step.result ?? '');
  return [
    last.state,
    [called, describeRepeatedStep(last)].filter(Boolean).join(', '),
    result,
    describeStepUsage(last),
  ];
}

/** The whole trace in a sentence. */
export function describeCaseTrace(trace: CaseTrace | null): string {
  if (trace === null) return 'No case has begun yet.';
  const { id, steps, stepsInAll, outcome, ends } = trace;
  const failed = steps.filter(({ step }) => step.failed).length;
  const again = steps.filter(({ repeats }) => repeats !== null).length;
  const end =
    steps.length < stepsInAll || ends === NEVER_TICK ? 'under way' : (outcome ?? 'ended, outcome unknown');
  return escapeInvisibleText(
    `${id}: ${end}; ${formatGroupedInteger(steps.length)} of ${formatNounCount(stepsInAll, 'step')}, ${formatGroupedInteger(failed)} failed, ${formatGroupedInteger(again)} repeat a call.`,
  );
}

/** The trace as a table. */
export const buildCaseTraceTable = (trace: CaseTrace | null): TableData => ({
  head: [
    'Step',
    'State',
    'Call',
    'Arguments',
    'Result',
    'Failed',
    'Repeats step',
    'In the given chart',
    'Tokens in',
    'Tokens out',
  ],
  rows: (trace?.steps ?? []).map(({ number, state, step, repeats, isForeign }) => [
    number,
    state,
    step.tool,
    step.args ?? '',
    step.result ?? '',
    step.failed === null ? '' : step.failed ? 'yes' : 'no',
    repeats?.number ?? '',
    isForeign ? 'no' : '',
    step.tokensIn ?? '',
    step.tokensOut ?? '',
  ]),
});
