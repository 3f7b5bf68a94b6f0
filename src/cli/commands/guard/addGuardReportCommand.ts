import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { csvParse, type DSVRowString, tsvParse } from 'd3-dsv';
import { InputError } from '../../../engine/core/errors.ts';
import {
  type ArmContrast,
  type ArmMeasure,
  compareGuardArms,
  type GuardComparison,
  PRECISION,
  type SampleFigure,
} from '../../../engine/guard/compareGuardArms.ts';
import type { GuardPolicy } from '../../../engine/guard/guardPolicy.ts';
import type { Interval } from '../../../engine/statistics/intervals/interval.ts';
import { readGuardTrials, type SessionFacts } from '../../guard/readGuardTrials.ts';
import type { Flags, IsGiven } from '../../options/orders.ts';
import { loadCaseReporter, RECORDED_MODEL } from '../addDiscoverCommand.ts';
import { readPolicyFile } from './readPolicyFile.ts';

interface GuardReportFlags extends Flags {
  readonly outcomes?: string;
}

/** Adds `guard report`: what a guard did, and its effect as a randomised comparison. */
export function addGuardReportCommand(
  guard: Command,
  addSetup: (command: Command, model?: string) => Command,
  root: URL,
): void {
  const report = guard
    .command('report')
    .description(
      'report the actions of a guard and their effect: sessions in which it acted against those in which it only noted',
    )
    .argument('[folder]', 'folder of the policy, as guard init wrote it', 'guard');
  addSetup(report, RECORDED_MODEL)
    .option(
      '--outcomes <file>',
      'CSV with columns session, outcome (succeeded or failed) and, if known, calls, tokens, usd',
    )
    .action((folder: string, flags: GuardReportFlags) =>
      printGuardReport(folder, flags, name => report.getOptionValueSource(name) === 'cli', root),
    );
}

async function printGuardReport(
  folder: string,
  flags: GuardReportFlags,
  isGiven: IsGiven,
  root: URL,
): Promise<void> {
  const policy = readPolicyFile(join(folder, 'policy.json'));
  const facts = new Map([
    ...(isGiven('traces') ? await loadTraceFacts(flags, isGiven, root) : []),
    ...(flags.outcomes === undefined ? [] : readOutcomeTable(flags.outcomes)),
  ]);
  const { trials, ofOthers, unmatched } = readGuardTrials(join(folder, 'sessions'), policy, facts);
  if (trials.length === 0)
    throw new InputError(
      `${join(folder, 'sessions')} holds no session of this policy${ofOthers === 0 ? '' : `, but ${ofOthers} of another one`}`,
    );
  const comparison = compareGuardArms(trials);
  const left = [
    ofOthers > 0 && `left out: ${ofOthers} sessions of another policy, or of another version of this one`,
    unmatched > 0 && `left out: ${unmatched} outcomes that belong to no session here`,
  ].filter(text => text !== false);
  for (const line of [...formatComparison(comparison), ...left, formatVerdict(comparison, policy)])
    process.stdout.write(`${line}\n`);
  process.stdout.write(
    `${JSON.stringify({ policy: policy.name, left_out: ofOthers, unmatched, ...comparison })}\n`,
  );
}

async function loadTraceFacts(flags: Flags, isGiven: IsGiven, root: URL): Promise<[string, SessionFacts][]> {
  const { rules } = await loadCaseReporter(flags, isGiven, root);
  if (rules === undefined) throw new InputError('--traces are recorded cases');
  const { agents } = await rules();
  return agents().map(({ name, outcome, amounts: { calls = null, tokens = null, usd = null } }) => [
    name,
    { outcome, calls, tokens, usd },
  ]);
}

const SUCCESS = /^(?:succeeded|success|passed|ok|true|yes|1)$/i;
const FAILURE = /^(?:failed|failure|error|false|no|0)$/i;

/** @throws InputError that names the file and the line */
function readOutcomeTable(path: string): [string, SessionFacts][] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new InputError(`${path} cannot be read`);
  }
  const rows = text.split('\n', 1)[0].includes('\t') ? tsvParse(text) : csvParse(text);
  for (const column of ['session', 'outcome'])
    if (!rows.columns.includes(column))
      throw new InputError(`${path} has no column “${column}”; it has ${rows.columns.join(', ')}`);
  return rows.map((row, i) => readOutcomeRow(row, `${path}, line ${i + 2}`));
}

function readOutcomeRow(row: DSVRowString, place: string): [string, SessionFacts] {
  const { session = '', outcome = '' } = row;
  if (session === '') throw new InputError(`${place}: the session is empty`);
  if (outcome !== '' && !SUCCESS.test(outcome) && !FAILURE.test(outcome))
    throw new InputError(`${place}: the outcome is succeeded, failed or empty, not “${outcome}”`);
  const amount = (column: string): number | null => {
    const written = row[column] ?? '';
    if (written === '') return null;
    if (!(Number(written) >= 0))
      throw new InputError(`${place}: ${column} is a number from 0, not “${written}”`);
    return Number(written);
  };
  const known = outcome === '' ? null : SUCCESS.test(outcome) ? 'succeeded' : 'failed';
  return [session, { outcome: known, calls: amount('calls'), tokens: amount('tokens'), usd: amount('usd') }];
}

const MEASURES: Readonly<Record<ArmMeasure, string>> = {
  success: 'succeeded',
  calls: 'calls',
  tokens: 'tokens',
  usd: 'US$',
  minutes: 'minutes',
};

function formatComparison({
  guarded,
  unguarded,
  contrasts,
  detection,
  advice,
}: GuardComparison): readonly string[] {
  return [
    `${guarded + unguarded} sessions; the guard acted in ${guarded} and only noted in ${unguarded}`,
    ...contrasts.filter(({ guarded: a, unguarded: b }) => a.count + b.count > 0).map(formatContrast),
    ...(detection.recall.count + detection.falseAlarms.count === 0
      ? ['detection: no outcome of a session is known in which it only noted']
      : [
          `detection, where it only noted: ${formatShare(detection.recall)} of failures found, ${formatShare(detection.falseAlarms)} of successes stopped, ${formatShare(detection.precision)} of the stopped had failed`,
        ]),
    ...(advice.sessions === 0
      ? []
      : [`advice: obeyed in ${formatShare(advice.obeyed)} sessions that got some`]),
  ];
}

function formatContrast({ measure, guarded, unguarded, difference, interval }: ArmContrast): string {
  const format = measure === 'success' ? formatShare : formatMean;
  const unit = measure === 'success' ? ' points' : '';
  const scale = measure === 'success' ? 100 : 1;
  const apart =
    difference === null
      ? ''
      : `; difference ${formatSigned(difference * scale)}${unit}${interval === null ? ', too few for an interval' : ` (95 %: ${formatRange(interval, scale)})`}`;
  return `${MEASURES[measure]}: ${format(guarded)} with the guard, ${format(unguarded)} without${apart}`;
}

/** Decision that the comparison allows, or the number of sessions that one needs. */
function formatVerdict(
  { contrasts, guarded, unguarded, needed }: GuardComparison,
  { act }: GuardPolicy,
): string {
  if (guarded === 0 || unguarded === 0)
    return `Nothing can be compared: all sessions are in one arm. Set act to 0.5 in the policy (it is ${act}).`;
  const success = contrasts.find(({ measure }) => measure === 'success');
  if (needed === null || success === undefined || success.interval === null)
    return 'The success cannot be compared: outcomes are missing in one arm at least. Give --outcomes or --traces.';
  const [low, high] = success.interval;
  const fewest = Math.min(success.guarded.count, success.unguarded.count);
  if (low > 0) return 'The guard raised the success: the interval lies above 0.';
  if (high < 0)
    return 'The guard lowered the success: the interval lies below 0. Look at the sessions that it stopped.';
  const points = PRECISION * 100;
  return fewest >= needed
    ? `No difference in success beyond about ±${points} points.`
    : `Not decided: go on collecting until each arm has about ${needed} sessions of known outcome (${fewest} now), which gives the difference to ±${points} points.`;
}

const formatShare = ({ count, value, interval }: SampleFigure): string =>
  value === null
    ? 'unknown'
    : `${Math.round(value * count)} of ${count}${interval === null ? '' : ` (95 %: ${(interval[0] * 100).toFixed(0)} to ${(interval[1] * 100).toFixed(0)} %)`}`;

const formatMean = ({ count, value }: SampleFigure): string =>
  value === null ? 'unknown' : `${formatAmount(value)} on average of ${count}`;

const formatRange = ([low, high]: Interval, scale: number): string =>
  `${formatSigned(low * scale)} to ${formatSigned(high * scale)}`;

const formatSigned = (value: number): string => `${value < 0 ? '−' : '+'}${formatAmount(Math.abs(value))}`;

const formatAmount = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
