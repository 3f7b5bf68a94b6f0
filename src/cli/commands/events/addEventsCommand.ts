import { type Command, Option } from 'commander';
import { InputError } from '../../../engine/core/errors.ts';
import { MAX_ROUNDS, type Tick } from '../../../engine/core/indices.ts';
import { writeEventCsvHeader, writeEventCsvLines } from '../../../engine/events/eventCsv.ts';
import { EventReader } from '../../../engine/events/eventReader.ts';
import {
  type EventChoice,
  writeEventLines,
  writeEventLogHeader,
  writeNdjsonLines,
} from '../../../engine/events/writeEventLines.ts';
import { writeTraceEventChunks } from '../../../engine/export/writeTraceEventChunks.ts';
import { EVENT_KINDS, type EventKind } from '../../../engine/model/event.ts';
import type { Run } from '../../../engine/run/run.ts';
import { createIntegerParser } from '../../options/optionNumbers.ts';
import type { Flags, IsGiven } from '../../options/orders.ts';
import { addAgentsOption, nameRunAgents, parseAgentList } from '../../options/parseAgentList.ts';
import { writeStandardOutput } from '../../output/standardOutput.ts';
import { RECORDED_MODEL } from '../addDiscoverCommand.ts';
import { addDocumentArgument, chooseDocument, openDocumentRun } from '../addWhyCommand.ts';
import { openOneCaseSet } from '../compareSets.ts';

interface EventFlags extends Flags {
  readonly run?: string;
  readonly from?: number;
  readonly to?: number;
  readonly kinds?: string;
  readonly prompts?: boolean;
  readonly csv?: boolean;
  readonly form?: EventForm;
  readonly withTexts?: true;
}

/** Forms of the events. */
type EventForm = 'lines' | 'csv' | 'perfetto';
const EVENT_FORMS: readonly EventForm[] = ['lines', 'csv', 'perfetto'];

/** Options that choose among the events of rounds, which a trace by the clock does not have. */
const ROUND_OPTIONS = ['agents', 'from', 'to', 'kinds', 'prompts'] as const;

/** Adds `events`: what happened in the run of a document, as the lines that `run --events` writes. */
export function addEventsCommand(program: Command, addSetup: (command: Command) => Command, root: URL): void {
  const command = program
    .command('events')
    .description('print the events of a document’s run, in the lines that run --events writes');
  addDocumentArgument(command, '; with --form perfetto, traces or a bundled set will do');
  addSetup(command);
  addAgentsOption(command, 'print events of these agents alone');
  command
    .option(
      '--from <round>',
      'first round to write (by default the first of the warm-up)',
      createRoundParser('--from'),
    )
    .option('--to <round>', 'last one (the run’s last)', createRoundParser('--to'))
    .option('--kinds <names>', `print these kinds alone, with commas between: ${EVENT_KINDS.join(', ')}`)
    .option('--prompts', 'with the prompt of every question')
    .option('--csv', 'as a table, without the first line, which identifies the run')
    .addOption(
      new Option(
        '--form <form>',
        'lines; csv, as --csv; perfetto: the steps of a recorded run by the clock, as a trace that Perfetto and Chrome open',
      ).choices(EVENT_FORMS),
    )
    .option('--with-texts', 'with --form perfetto: messages, arguments, results and errors of the recordings')
    .action(async (argument: string | undefined, flags: EventFlags) => {
      if (flags.withTexts && flags.form !== 'perfetto')
        throw new InputError('--with-texts goes with --form perfetto: other forms have the texts of the run');
      if (flags.form === 'perfetto') assertNoRoundOptions(flags);
      const kinds = flags.kinds === undefined ? undefined : parseEventKinds(flags.kinds);
      const isGiven: IsGiven = name => command.getOptionValueSource(name) === 'cli';
      await runEventsCommand(flags, kinds, await openEventRun(command, argument, flags, isGiven, root));
    });
}

/** The run of a document; without one, for the steps by the clock, a set of recorded cases. @throws InputError without either */
async function openEventRun(
  command: Command,
  argument: string | undefined,
  flags: EventFlags,
  isGiven: IsGiven,
  root: URL,
): Promise<Run> {
  const { run, form, withTexts: _, ...setup } = flags;
  if (argument !== undefined || run !== undefined || form !== 'perfetto') {
    const document = chooseDocument(argument, flags);
    return (await openDocumentRun(command, document, flags, ['agents', 'form', 'withTexts'], root)).run;
  }
  if (!isGiven('traces') && !isGiven('preset'))
    throw new InputError('give the document of a run, or recordings with --traces');
  const isGivenOfRun = (name: string) => name !== 'form' && name !== 'withTexts' && isGiven(name);
  const model = isGiven('model') ? setup.model : (RECORDED_MODEL ?? setup.model);
  return openOneCaseSet({ ...setup, model }, isGivenOfRun, root);
}

const createRoundParser = (option: string) => createIntegerParser(option, -MAX_ROUNDS);

async function runEventsCommand(
  flags: EventFlags,
  kinds: readonly EventKind[] | undefined,
  run: Run,
): Promise<void> {
  if (flags.form === 'perfetto') return printTraceEvents(run, flags.withTexts === true);
  const choice = parseEventChoice(run, flags, kinds);
  const { start } = run.machine.past;
  const { prompts } = flags;
  const csv = flags.csv === true || flags.form === 'csv';
  await writeStandardOutput(csv ? writeEventCsvHeader() : writeEventLogHeader(run, choice, prompts));
  const reader = await EventReader.of(run);
  const lines = writeEventLines(
    reader,
    start + 1,
    run.tick,
    choice,
    prompts,
    csv ? writeEventCsvLines : writeNdjsonLines,
  );
  for (const text of lines) await writeStandardOutput(text);
}

/** @throws InputError for an option that is about rounds */
function assertNoRoundOptions(flags: EventFlags): void {
  const other = flags.csv ? 'csv' : ROUND_OPTIONS.find(name => flags[name] !== undefined);
  if (other !== undefined) throw new InputError(`--form perfetto writes all steps: it takes no --${other}`);
}

/** @throws InputError for a model without such a trace */
async function printTraceEvents(run: Run, hasTexts: boolean): Promise<void> {
  const chunks = await writeTraceEventChunks(run, await run.state.loadReports(), hasTexts);
  for (const text of chunks) await writeStandardOutput(text);
}

/** @throws InputError for rounds and agents that the run lacks */
function parseEventChoice(
  run: Run,
  { agents, from, to }: EventFlags,
  kinds?: readonly EventKind[],
): EventChoice {
  const { past } = run.machine;
  for (const [option, round] of [
    ['--from', from],
    ['--to', to],
  ] as const)
    if (round !== undefined) checkEventRound(option, round, past.start + 1, run.tick);
  if (from !== undefined && to !== undefined && from > to)
    throw new InputError(`--from ${from} is after --to ${to}`);
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(kinds && { kinds }),
    ...(agents !== undefined && { agents: parseAgentList(String(agents), nameRunAgents(run)) }),
  };
}

function checkEventRound(option: string, round: Tick, first: Tick, last: Tick): void {
  if (round < first || round > last)
    throw new InputError(`${option} ${round} is not one of the rounds ${first} to ${last} of this run`);
}

const parseEventKinds = (names: string): readonly EventKind[] =>
  names.split(',').map(name => {
    const kind = EVENT_KINDS.find(one => one === name.trim());
    if (kind === undefined)
      throw new InputError(`--kinds: ${name} is not a kind of event; there are ${EVENT_KINDS.join(', ')}`);
    return kind;
  });
