import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { csvParse, type DSVRowString, tsvParse } from 'd3-dsv';
import { InputError } from '../../../engine/core/errors.ts';
import { formatPlainCount } from '../../../engine/core/formatNounCount.ts';
import { compareGuardArms } from '../../../engine/guard/compareGuardArms.ts';
import {
  describeGuardComparison,
  formatGuardVerdict,
} from '../../../engine/guard/describeGuardComparison.ts';
import { readGuardTrials, type SessionFacts } from '../../guard/readGuardTrials.ts';
import type { Flags, IsGiven } from '../../options/orders.ts';
import { printLine, printResult } from '../../output/standardOutput.ts';
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
      'report the actions of a guard and their effect: sessions in which it acted against those in which it only noted; the last line of standard output is JSON',
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
  const { trials, act, ofOtherShares, ofOthers, unmatched } = readGuardTrials(
    join(folder, 'sessions'),
    policy,
    facts,
  );
  if (trials.length === 0)
    throw new InputError(
      `${join(folder, 'sessions')} holds no session of this policy${ofOthers === 0 ? '' : `, but ${ofOthers} of another one`}`,
    );
  const comparison = compareGuardArms(trials);
  const verdict = formatGuardVerdict(comparison, {
    oneArm:
      policy.act > 0 && policy.act < 1
        ? 'Collect more sessions.'
        : `Set act to 0.5 in the policy (it is ${policy.act}).`,
    noOutcome: 'Give --outcomes or --traces.',
  });
  const left = [
    act !== policy.act && `these sessions were drawn while act was ${act}`,
    ofOtherShares > 0 &&
      `left out: ${formatPlainCount(ofOtherShares, 'session')} drawn with another act: earlier against later sessions are no randomised comparison`,
    ofOthers > 0 &&
      `left out: ${formatPlainCount(ofOthers, 'session')} of another policy, or of another version of this one`,
    unmatched > 0 && `left out: ${formatPlainCount(unmatched, 'outcome')} of sessions that are not here`,
  ].filter(text => text !== false);
  for (const line of [...describeGuardComparison(comparison, nameCalls(facts)), ...left, verdict])
    printLine(line);
  printResult({
    ...{ policy: policy.name, act, left_out: ofOthers, left_out_by_act: ofOtherShares, unmatched },
    ...comparison,
  });
}

/** A guard counts the calls that ended; a table says itself what it counts. */
const nameCalls = (facts: ReadonlyMap<string, SessionFacts>): string =>
  [...facts.values()].some(({ calls }) => calls !== null) ? 'calls' : 'calls ended';

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
