import type { Command } from 'commander';
import { InputError } from '../engine/errors.ts';
import { agentId } from '../engine/indices.ts';
import type { WhyLink } from '../engine/why.ts';
import { type DocumentFlags, documentRun, type OpenedRun, takeRun } from './documentRun.ts';
import { SPECS } from './specs.ts';
import { subjectIn } from './worlds/flags.ts';

/** Things of which it can be asked, by model. */
const SUBJECTS = SPECS.flatMap(({ name, subject }) => (subject ? [{ model: name, ...subject }] : []));

/** Adds `why`: how something in a run document came to be, link by link. */
export function addWhyCommand(program: Command, addSetup: (command: Command) => Command, root: URL): void {
  const command = program
    .command('why')
    .description(
      'how a post of a run document came to be: who passed on what, what each had seen, and the draw that chose it, the newest first; the last line of standard output is JSON',
    );
  takeRun(command, addSetup);
  for (const { noun, example } of SUBJECTS)
    command.option(`--${noun} <id>`, `the ${noun}, such as ${example}`);
  const own = SUBJECTS.map(({ noun }) => noun);
  command.action(async (flags: DocumentFlags) => tell(flags, await documentRun(command, flags, own, root)));
}

async function tell(flags: DocumentFlags, { run }: OpenedRun): Promise<void> {
  const { model } = run.config;
  const id = subjectIn({ ...flags, model });
  const telling = await run.state.telling();
  if (telling.why === undefined) throw new InputError(`of model ${model} it is not told why`);
  const noun = SUBJECTS.find(subject => subject.model === model)?.noun;
  if (id === null) throw new InputError(`why of what? Give --${noun}`);
  const links = telling.why(id);
  for (const { tick, said } of links) process.stdout.write(`round ${tick}: ${said}\n`);
  process.stdout.write(`${JSON.stringify({ hash: run.hash, why: links.map(toldLink) })}\n`);
}

const toldLink = ({ tick, agent, ...rest }: WhyLink) => ({ round: tick, agent_id: agentId(agent), ...rest });
