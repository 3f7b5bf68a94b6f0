import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Command } from 'commander';
import { checkSheet, describeSheetCheck, type SheetScenario } from '../../engine/export/checkSheet.ts';
import type { Verdict } from '../../engine/export/verdict.ts';
import { openRun } from '../../engine/models/openRun.ts';
import { verifyDocumentLines, verifyDocumentText } from '../../oracles/recording/verifyDocumentText.ts';
import { isLineDocumentFile, readFileLines, readStatescopeFile } from '../files/documentFile.ts';
import { type Flags, parseRunOrder } from '../options/orders.ts';
import { prepareRunInputs } from '../options/prepareRunInputs.ts';
import { getSpecByName } from '../options/specs.ts';
import { createOpeningReporter } from '../output/createOpeningReporter.ts';
import { createProgressPrinter } from '../output/progressPrinters.ts';
import { printLine, printResult } from '../output/standardOutput.ts';
import { rethrowWithLargeHint } from './playWholeRun.ts';
import { formatFileVerdicts, listFolderDocuments, type VerifiedFile, verifyFiles } from './verifyFolder.ts';

/** A document that differs from what follows from its answers. */
class NotVerified extends Error {}

/** Adds `verify`: everything in a run document against what follows from its set-up, seed and answers. */
export function addVerifyCommand(program: Command, addSetup: (command: Command) => Command, root: URL): void {
  const command = program
    .command('verify')
    .description(
      'check every section of a run document against what follows from its set-up, seed and answers',
    )
    .argument(
      '<documents...>',
      'files that run --out or the page have written, a folder of such files, or - for standard input',
    );
  addSetup(command).action(async (paths: readonly string[], flags: Flags) => {
    const isGiven = (name: string) => command.getOptionValueSource(name) === 'cli';
    const verify = (file: string) => playVerifiedRun(file, flags, isGiven, root);
    const folders = await Promise.all(paths.map(listFolderDocuments));
    if (paths.length > 1 || folders[0] !== null) {
      const files = paths.flatMap((path, at) => folders[at] ?? [path]);
      // Of one folder the paths in it are enough.
      await verifySeveral(
        files,
        paths.length === 1 ? path => relative(paths[0], path) : path => path,
        verify,
      );
      return;
    }
    const [file] = paths;
    const { verdict, sheet } = await verify(file);
    if (sheet !== null) printLine(describeSheetCheck(sheet));
    printResult({ ...toVerdictRecord(verdict), ...(sheet && { sheet }) });
    assertVerdictSame(file, verdict);
    if (sheet?.seed_as_expected === false)
      throw new NotVerified(`${file} is verified, with another seed than its student’s`);
  });
}

async function verifySeveral(
  files: readonly string[],
  nameOf: (path: string) => string,
  verify: (file: string) => Promise<VerifiedFile>,
) {
  const results = await verifyFiles(files, nameOf, verify, describeMismatch, createProgressPrinter());
  for (const line of formatFileVerdicts(results)) printLine(line);
  const count = (wanted: string) => results.filter(({ verdict }) => verdict === wanted).length;
  // Of those that are verified: the run follows, and is not that of the student.
  const otherSeed = results.filter(
    ({ verdict, sheet }) => verdict === 'verified' && sheet?.seed_as_expected === false,
  ).length;
  const counts = {
    verified: count('verified') - otherSeed,
    verified_with_another_seed: otherSeed,
    differs: count('differs'),
    unreadable: count('unreadable'),
  };
  printResult({ ...counts, files: results });
  const faults = [
    otherSeed > 0 && `${otherSeed} of ${results.length} verified, with another seed`,
    counts.differs + counts.unreadable > 0 &&
      `${counts.differs + counts.unreadable} of ${results.length} files are not what they say, or cannot be read`,
  ].filter(fault => fault !== false);
  if (faults.length > 0) throw new NotVerified(faults.join('; '));
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
): Promise<Awaited<ReturnType<typeof openRun>> & VerifiedFile> {
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
  const { sheet } = recording;
  const check =
    sheet &&
    (await checkSheet(
      sheet,
      recording.setup,
      getSpecByName(recording.setup.model),
      await readScenarios(root),
    ));
  return { ...opened, verdict, sheet: check };
}

async function readScenarios(root: URL): Promise<readonly SheetScenario[]> {
  const library = JSON.parse(await readFile(new URL('scenarios.json', root), 'utf8'));
  return (library as { readonly scenarios: readonly SheetScenario[] }).scenarios;
}

function toVerdictRecord({ verdict, hash, difference, reason, unchecked, uncheckedPaths }: Verdict) {
  return {
    verdict,
    hash,
    ...(difference && { where: difference.where, said: difference.said, is: difference.is }),
    ...(reason !== null && { reason }),
    unchecked,
    unchecked_paths: uncheckedPaths,
  };
}

const describeMismatch = ({ difference, reason }: Verdict): string =>
  difference === null
    ? (reason ?? '')
    : `${difference.where} is ${difference.said ?? 'missing'}, and would be ${difference.is ?? 'missing'}`;
