import type { Command } from 'commander';
import type { Flags } from '../options/orders.ts';
import { assertVerdictSame, playVerifiedRun } from './verify.ts';

/** Options of a command that reads the run of a document. */
export interface DocumentFlags extends Flags {
  readonly run: string;
}

/** Makes a command read the run of a document, with the options that a set-up of the user's own files needs. */
export function addDocumentRunOptions(command: Command, addSetup: (command: Command) => Command): void {
  command.requiredOption(
    '--run <document>',
    'a file that run --out or the page has written; it is verified first',
  );
  addSetup(command);
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
  flags: DocumentFlags,
  own: readonly string[],
  root: URL,
) {
  const setup = Object.fromEntries(Object.entries(flags).filter(([name]) => !own.includes(name)));
  const isGiven = (name: string) => !own.includes(name) && command.getOptionValueSource(name) === 'cli';
  const { verdict, ...opened } = await playVerifiedRun(flags.run, setup as Flags, isGiven, root);
  assertVerdictSame(flags.run, verdict);
  return opened;
}
