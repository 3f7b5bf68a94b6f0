import { type Command, Option } from 'commander';
import { InputError } from '../../engine/core/errors.ts';
import { formatAgentId } from '../../engine/core/indices.ts';
import { captureForeseenMoment, explainAgentMoment } from '../../engine/explain/explainAgentMoment.ts';
import type { WhyLink, WhyMoment } from '../../engine/model/whyLink.ts';
import { createRun } from '../../engine/models/openRun.ts';
import { Replica } from '../../engine/run/replica.ts';
import { createIntegerParser } from '../options/optionNumbers.ts';
import type { Flags } from '../options/orders.ts';
import { AGENT_EXAMPLES, nameRunAgents, parseAgentReference } from '../options/parseAgentList.ts';
import { SPECS } from '../options/specs.ts';
import { printLine, printResult } from '../output/standardOutput.ts';
import { assertVerdictSame, playVerifiedRun } from './verify.ts';
import { parseSubjectFlag } from './worlds/flags.ts';

/** Things of which it can be asked, by model. */
const SUBJECTS = SPECS.flatMap(({ name, subject }) => (subject ? [{ model: name, ...subject }] : []));

interface WhyFlags extends DocumentFlags {
  readonly agent?: string;
  readonly round?: string;
}

/** Adds `why`: how something in a run document came to be, link by link. */
export function addWhyCommand(program: Command, addSetup: (command: Command) => Command, root: URL): void {
  const command = program
    .command('why')
    .description(
      'explain how a post of a run document came about (who passed on what, what each had seen, and the draw that chose it), or what an agent did in a tick, its causes, and the transitions that could not happen; the newest first; the last line of standard output is JSON',
    );
  addDocumentRunOptions(command, addSetup);
  command.option('--agent <id>', `an agent of any model: ${AGENT_EXAMPLES}`);
  command.option('--round <n>', 'the round (step, cycle, tick) of --agent; the last one by default');
  for (const { noun, example } of SUBJECTS)
    command.option(`--${noun} <id>`, `the ${noun}, such as ${example}`);
  const own = ['agent', 'round', ...SUBJECTS.map(({ noun }) => noun)];
  command.action(async (argument: string | undefined, flags: WhyFlags) =>
    runWhyCommand(flags, await openDocumentRun(command, chooseDocument(argument, flags), flags, own, root)),
  );
}

async function runWhyCommand(flags: WhyFlags, opened: OpenedRun): Promise<void> {
  const { run } = opened;
  if (flags.agent !== undefined) {
    const { links, refused } = await findExplainedMoment(opened, flags);
    printWhyLinks(links);
    for (const { trigger, target, reason } of refused)
      printLine(`could not: ${trigger}, to ${target}: ${reason.replace(/^no: /, '')}`);
    printResult({ hash: run.hash, why: links.map(toWhyLinkRecord), refused });
    return;
  }
  if (flags.round !== undefined) throw new InputError('--round is that of an agent: give it with --agent');
  const { model } = run.config;
  const id = parseSubjectFlag({ ...flags, model });
  const reports = await run.state.loadReports();
  const noun = reports.why && SUBJECTS.find(subject => subject.model === model)?.noun;
  if (reports.why === undefined || id === null)
    throw new InputError(`why of what? Give ${noun ? `--${noun}, or ` : ''}--agent`);
  const links = reports.why(id);
  printWhyLinks(links);
  printResult({ hash: run.hash, why: links.map(toWhyLinkRecord) });
}

/** @throws InputError for an agent or a tick that the run does not have */
async function findExplainedMoment(
  { run, loaded }: OpenedRun,
  { agent: id = '', round }: WhyFlags,
): Promise<WhyMoment> {
  const { start } = run.machine.past;
  const tick = round === undefined ? run.tick : createIntegerParser('--round', start + 1, run.tick)(round);
  const agent = parseAgentReference('--agent', id, nameRunAgents(run));
  const replica = new Replica(run, () => createRun(loaded));
  const foreseen = await replica.at(tick - 1, async past =>
    captureForeseenMoment(past, await past.state.loadReports(), agent),
  );
  return replica.at(tick, async past =>
    explainAgentMoment(past, await past.state.loadReports(), agent, foreseen),
  );
}

function printWhyLinks(links: readonly WhyLink[]): void {
  for (const { tick, said } of links) printLine(`round ${tick}: ${said}`);
}

const toWhyLinkRecord = ({ tick, agent, ...rest }: WhyLink) => ({
  round: tick,
  agent_id: formatAgentId(agent),
  ...rest,
});

/** Options of a command that reads the run of a document. */
export interface DocumentFlags extends Flags {
  readonly run?: string;
}

/** Makes a command read the run of a document, with the options that a set-up of the user's own files needs. */
export function addDocumentRunOptions(command: Command, addSetup: (command: Command) => Command): void {
  addDocumentArgument(command);
  addSetup(command);
}

/** Makes a command take a document, which may be absent as far as the parser goes. @param more on other things that it may read */
export function addDocumentArgument(command: Command, more = ''): void {
  command
    .argument(
      '[document]',
      `a file that run --out or the page has written, - for standard input; it is verified first${more}`,
    )
    .addOption(new Option('--run <document>', 'the same as the argument').hideHelp());
}

/** The document that a command was given, as argument or by `--run`. @throws InputError for none, and for two */
export function chooseDocument(argument: string | undefined, { run }: { readonly run?: string }): string {
  if (argument !== undefined && run !== undefined)
    throw new InputError(`give one document: ${argument}, or --run ${run}`);
  const document = argument ?? run;
  if (document === undefined) throw new InputError('give the document of a run, such as run.json');
  return document;
}

/** A run with what it was made from. */
export type OpenedRun = Awaited<ReturnType<typeof openDocumentRun>>;

/**
 * Opens the run of a verified document.
 * @param own names of options that are not part of the set-up here
 * @throws NotVerified, InputError
 */
export async function openDocumentRun(
  command: Command,
  document: string,
  { run: _, ...flags }: DocumentFlags,
  own: readonly string[],
  root: URL,
) {
  const setup = Object.fromEntries(Object.entries(flags).filter(([name]) => !own.includes(name)));
  const isGiven = (name: string) => !own.includes(name) && command.getOptionValueSource(name) === 'cli';
  const { verdict, ...opened } = await playVerifiedRun(document, setup as Flags, isGiven, root);
  assertVerdictSame(document, verdict);
  return opened;
}
