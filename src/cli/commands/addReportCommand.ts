import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { InputError } from '../../engine/core/errors.ts';
import { MAX_ROUNDS } from '../../engine/core/indices.ts';
import { FINDINGS_FORMS, type FindingsForm, type RunMark } from '../../engine/model/findings.ts';
import { playRunTicks } from '../../engine/run/playRunTicks.ts';
import type { Run } from '../../engine/run/run.ts';
import { OutFile } from '../files/outFile.ts';
import { createIntegerParser } from '../options/optionNumbers.ts';
import type { Flags, IsGiven } from '../options/orders.ts';
import { printResult, writeStandardOutput } from '../output/standardOutput.ts';
import { RECORDED_MODEL } from './addDiscoverCommand.ts';
import { openCaseSets, openOneCaseSet, RECORDED_SETS, RECORDED_SPLIT } from './compareSets.ts';

interface ReportFlags extends Flags {
  readonly rule?: string;
  readonly tune?: true;
  readonly withTexts?: true;
  readonly form?: FindingsForm;
  readonly date?: string;
}

/** Adds `report`: the findings about recorded cases as one page for other people. */
export function addReportCommand(
  program: Command,
  addSetup: (command: Command, model?: string) => Command,
  root: URL,
): void {
  const command = program
    .command('report')
    .description(
      'write the findings about recorded cases as one HTML page or as Markdown, without the texts of the recordings; with --out, the last line of standard output is JSON',
    );
  addSetup(command, RECORDED_MODEL)
    .option('--with <file|folder...>', RECORDED_SETS)
    .option('--split <label>', RECORDED_SPLIT)
    .option('--rule <id>', 'the rule that it is about (the recommended one, else careful)')
    .option('--tune', 'also choose rules on one half of the tasks, and show their effect on the other')
    .option('--with-texts', 'quote arguments of loops from the recordings')
    .addOption(
      new Option('--form <form>', 'form of the report (by the ending of --out, else html)').choices(
        FINDINGS_FORMS,
      ),
    )
    .option('--date <day>', 'day of the report, as 2026-01-31 (it names none)', parseReportDate)
    .option(
      '--rounds <n>',
      'round after which the hash of the run is given (its last)',
      createIntegerParser('--rounds', 0, MAX_ROUNDS),
    )
    .option('--out <file>', 'write it to a file instead of standard output')
    .action((flags: ReportFlags) =>
      runReportCommand(flags, name => command.getOptionValueSource(name) === 'cli', root),
    );
}

function parseReportDate(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  throw new InputError(`--date must be a day as 2026-01-31, not ${text}`);
}

async function runReportCommand(flags: ReportFlags, isGiven: IsGiven, root: URL): Promise<void> {
  const { out, date } = flags;
  if (flags.json && out === undefined)
    throw new InputError('--json reports on the file of --out: give that as well');
  const rounds = isGiven('rounds') ? flags.rounds : undefined;
  const form = flags.form ?? (out !== undefined && extname(out).toLowerCase() === '.md' ? 'md' : 'html');
  const order = {
    ...{ form, rule: flags.rule ?? null, hasHoldOut: flags.tune === true },
    hasTexts: flags.withTexts === true,
    ...(date !== undefined && { date }),
  };
  const [own, other] = await openReportedRuns(flags, isGiven, root);
  const { writeFindings } = await own.state.loadReports();
  if (writeFindings === undefined)
    throw new InputError(`report works only with --model ${RECORDED_MODEL}, not ${own.model.name}`);
  const mark = await playToMark(own, rounds);
  const marked = other && { state: other.state, mark: await playToMark(other, rounds) };
  const text = await writeFindings(order, mark, marked, setImmediate);
  if (out === undefined) {
    await writeStandardOutput(text);
    return;
  }
  await (await OutFile.open(out)).write([text]);
  const summary = { out, form, bytes: Buffer.byteLength(text), hash: mark.hash };
  printResult({ ...summary, ...(marked && { hash_b: marked.mark.hash }) });
}

async function openReportedRuns(
  { form, ...flags }: ReportFlags,
  isGiven: IsGiven,
  root: URL,
): Promise<readonly [own: Run, other: Run | null]> {
  // Of a run, the form would be that of an oracle's answers.
  const isGivenOfRun = (name: string) => name !== 'form' && isGiven(name);
  return flags.with === undefined && flags.split === undefined
    ? [await openOneCaseSet(flags, isGivenOfRun, root), null]
    : openCaseSets(flags, isGivenOfRun, root);
}

/** Plays a run to a round; to its end if none is given. */
async function playToMark(run: Run, until?: number): Promise<RunMark> {
  await playRunTicks(run, { oracle: run.policy, ...(until !== undefined && { until }) });
  return { hash: run.hash, round: run.tick };
}
