import { setImmediate } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Verdict } from '../../engine/export/verdict.ts';
import { openRun } from '../../engine/models/openRun.ts';
import { verifyDocumentLines, verifyDocumentText } from '../../oracles/recording/verifyDocumentText.ts';
import { isLineDocumentFile, readFileLines, readStatescopeFile } from '../files/documentFile.ts';
import { type Flags, parseRunOrder } from '../options/orders.ts';
import { prepareRunInputs } from '../options/prepareRunInputs.ts';
import { createOpeningReporter } from '../output/createOpeningReporter.ts';
import { createProgressPrinter } from '../output/progressPrinters.ts';
import { rethrowWithLargeHint } from './playWholeRun.ts';

/** A document that differs from what follows from its answers. */
class NotVerified extends Error {}

/** Adds `verify`: everything in a run document against what follows from its set-up, seed and answers. */
export function addVerifyCommand(program: Command, addSetup: (command: Command) => Command, root: URL): void {
  const command = program
    .command('verify')
    .description(
      'check every section of a run document against what follows from its set-up, seed and answers',
    )
    .argument('<document>', 'a file that run --out or the page has written');
  addSetup(command).action(async (file: string, flags: Flags) => {
    const { verdict } = await playVerifiedRun(
      file,
      flags,
      name => command.getOptionValueSource(name) === 'cli',
      root,
    );
    process.stdout.write(`${JSON.stringify(toVerdictRecord(verdict))}\n`);
    assertVerdictSame(file, verdict);
  });
}

/** @throws NotVerified for a document that is not what it says */
export function assertVerdictSame(file: string, verdict: Verdict): void {
  if (verdict.verdict === 'differs')
    throw new NotVerified(`${file} is not what it says: ${describeMismatch(verdict)}`);
}

/** Plays the run of a document again and compares all that the document says with it. @throws InputError */
export async function playVerifiedRun(
  file: string,
  flags: Flags,
  isGiven: (name: string) => boolean,
  root: URL,
): Promise<Awaited<ReturnType<typeof openRun>> & { readonly verdict: Verdict }> {
  const { setup, paths, recording } = await parseRunOrder(
    { ...flags, oracle: 'replay', answers: file },
    isGiven,
  );
  // An oracle that replays has one.
  if (recording === null) throw new Error('no recording');
  const given = await prepareRunInputs(setup, paths, root, recording.files, flags.large === true);
  const opened = await openRun(given.setup, given.sources).catch(rethrowWithLargeHint);
  const { run, notes } = opened;
  createOpeningReporter(createProgressPrinter(), true)({ run, notes: [...notes, ...recording.notes] });
  const { signal } = new AbortController();
  const watch = { rest: setImmediate, signal };
  const verdict = (await isLineDocumentFile(file))
    ? await verifyDocumentLines(readFileLines(file), recording, run, watch)
    : await verifyDocumentText(
        new TextDecoder().decode(await readStatescopeFile(file)),
        recording,
        run,
        watch,
      );
  return { ...opened, verdict };
}

function toVerdictRecord({ verdict, hash, difference, reason, unchecked }: Verdict) {
  return {
    verdict,
    hash,
    ...(difference && { where: difference.where, said: difference.said, is: difference.is }),
    ...(reason !== null && { reason }),
    unchecked,
  };
}

const describeMismatch = ({ difference, reason }: Verdict): string =>
  difference === null
    ? (reason ?? '')
    : `${difference.where} is ${difference.said ?? 'missing'}, and would be ${difference.is ?? 'missing'}`;
