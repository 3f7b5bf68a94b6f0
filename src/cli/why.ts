import type { Command } from 'commander';
import { InputError } from '../engine/errors.ts';
import { agentId } from '../engine/indices.ts';
import type { WhyLink } from '../engine/why.ts';
import type { Flags } from './orders.ts';
import { SPECS } from './specs.ts';
import { refuseOther, verified } from './verify.ts';
import { subjectIn } from './worlds/flags.ts';

interface WhyFlags extends Flags {
  readonly run: string;
}

/** Adds `why`: how something in a run document came to be, link by link. */
export function addWhyCommand(program: Command, addSetup: (command: Command) => Command, root: URL): void {
  const command = program
    .command('why')
    .description(
      'how a post of a run document came to be: who passed on what, what each had seen, and the draw that chose it, the newest first; the last line of standard output is JSON',
    )
    .requiredOption(
      '--run <document>',
      'a file that run --out or the page has written; it is verified first',
    );
  addSetup(command);
  for (const { subject } of SPECS)
    if (subject) command.option(`--${subject.noun} <id>`, `the ${subject.noun}, such as ${subject.example}`);
  command.action((flags: WhyFlags) =>
    tell(flags, name => command.getOptionValueSource(name) === 'cli', root),
  );
}

const isSubject = (name: string): boolean => SPECS.some(({ subject }) => subject?.noun === name);

async function tell(flags: WhyFlags, isGiven: (name: string) => boolean, root: URL): Promise<void> {
  const { run, verdict } = await verified(flags.run, flags, name => !isSubject(name) && isGiven(name), root);
  refuseOther(flags.run, verdict);
  const { model } = run.config;
  const id = subjectIn({ ...flags, model });
  const noun = SPECS.find(({ name }) => name === model)?.subject?.noun;
  const telling = await run.state.telling();
  if (telling.why === undefined) throw new InputError(`of model ${model} it is not told why`);
  if (id === null) throw new InputError(`why of what? Give --${noun}`);
  const links = telling.why(id);
  for (const { tick, said } of links) process.stdout.write(`round ${tick}: ${said}\n`);
  process.stdout.write(`${JSON.stringify({ hash: run.hash, why: links.map(toldLink) })}\n`);
}

const toldLink = ({ tick, agent, ...rest }: WhyLink) => ({ round: tick, agent_id: agentId(agent), ...rest });
