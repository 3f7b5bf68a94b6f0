import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { describeSheetCheck, type SheetCheck } from '../../engine/export/checkSheet.ts';
import type { Verdict } from '../../engine/export/verdict.ts';
import { readStatescopeFile } from '../files/documentFile.ts';
import { formatAlignedRow } from '../output/formatAlignedRow.ts';

/** A file that was played again; with the sheet that it was handed in with, null for none. */
export interface VerifiedFile {
  readonly verdict: Verdict;
  readonly sheet: SheetCheck | null;
}

/** Result of one file of several. */
interface FileVerdict {
  readonly file: string;
  readonly verdict: 'verified' | 'differs' | 'unreadable';
  readonly hash?: string;
  /** The first difference, or why it cannot be read; absent for neither. */
  readonly reason?: string;
  /** Parts that nothing can check, in words and as JSON paths; absent for a file that cannot be read. */
  readonly unchecked?: string;
  readonly unchecked_paths?: readonly string[];
  /** An earlier file with the same bytes. */
  readonly copy_of?: string;
  /** An earlier file with the same run, written otherwise. */
  readonly same_run_as?: string;
  /** An earlier file with the hash that this one says to have. */
  readonly claims_hash_of?: string;
  /** Absent for a document without a sheet. */
  readonly sheet?: SheetCheck;
  /** An earlier file with the same answers to the same scenario. */
  readonly same_answers_as?: string;
}

const DOCUMENT = /\.(?:json|ndjson)$/i;

/** Paths of the files in a folder and those below it that may be run documents, in the order of their names; null for a path that is not a folder. */
export async function listFolderDocuments(path: string): Promise<readonly string[] | null> {
  const there = await stat(path).catch(() => null);
  if (!there?.isDirectory()) return null;
  const found = await readdir(path, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    found
      .filter(({ name }) => DOCUMENT.test(name))
      .map(async entry => {
        const file = join(entry.parentPath, entry.name);
        return (await isFileEntry(entry, file)) ? file : null;
      }),
  );
  const paths = files.filter(file => file !== null).sort();
  if (paths.length === 0) throw new InputError(`${path} holds no file that ends in .json or .ndjson`);
  return paths;
}

/** True for a file and a link to one: a link to a folder may lead in a circle, and a pipe that nobody writes to waits for ever. */
const isFileEntry = async (entry: Dirent, path: string): Promise<boolean> =>
  entry.isFile() || (entry.isSymbolicLink() && ((await stat(path).catch(() => null))?.isFile() ?? false));

/**
 * Verifies files one after the other; one that cannot be read does not hold up the others.
 * @param nameOf a path, in the results
 * @param verify of a document
 * @param describe of a difference
 */
export async function verifyFiles(
  paths: readonly string[],
  nameOf: (path: string) => string,
  verify: (path: string) => Promise<VerifiedFile>,
  describe: (verdict: Verdict) => string,
  say: (line: string) => void,
): Promise<readonly FileVerdict[]> {
  const results: FileVerdict[] = [];
  const byBytes = new Map<string, string>();
  const byRun = new Map<string, string>();
  const byAnswers = new Map<string, string>();
  for (const [at, path] of paths.entries()) {
    const file = nameOf(path);
    say(`\r${file}, ${at} of ${paths.length}`);
    try {
      const digest = createHash('sha256')
        .update(await readStatescopeFile(path))
        .digest('hex');
      const { verdict, sheet } = await verify(path);
      const answers = sheet && getAnswersKey(sheet);
      const answered = answers === null ? undefined : byAnswers.get(answers);
      const copy = byBytes.get(digest);
      const same = byRun.get(verdict.hash);
      results.push({
        ...{ file, verdict: verdict.verdict, hash: verdict.hash },
        ...{ unchecked: verdict.unchecked, unchecked_paths: verdict.uncheckedPaths },
        ...(verdict.verdict === 'differs' && { reason: describe(verdict) }),
        ...(copy !== undefined && { copy_of: copy }),
        // The hash of one that differs is what it says, not what it is.
        ...(copy === undefined &&
          same !== undefined && {
            [verdict.verdict === 'verified' ? 'same_run_as' : 'claims_hash_of']: same,
          }),
        ...(sheet && { sheet }),
        ...(copy === undefined && answered !== undefined && { same_answers_as: answered }),
      });
      if (answers !== null && answered === undefined) byAnswers.set(answers, file);
      if (copy === undefined) byBytes.set(digest, file);
      if (same === undefined && verdict.verdict === 'verified') byRun.set(verdict.hash, file);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      results.push({ file, verdict: 'unreadable', reason: error.message.split('\n')[0] });
    }
  }
  say('\n');
  return results;
}

/** Answers to a scenario without what spaces and case make of them; null if all are empty. */
function getAnswersKey({ scenario, answers }: SheetCheck): string | null {
  const words = answers.map(({ answer }) => answer.toLowerCase().split(/\s+/).filter(Boolean).join(' '));
  return words.every(text => text === '') ? null : JSON.stringify([scenario, ...words]);
}

/** A line a file, in a table. */
export function formatFileVerdicts(results: readonly FileVerdict[]): readonly string[] {
  const width = results.reduce((most, { file }) => Math.max(most, formatQuotedText(file).length), 4);
  const widths = [width, 10, 8];
  return results.map(({ file, verdict, hash = '', reason, ...found }) => {
    const { copy_of, same_run_as, claims_hash_of, sheet, same_answers_as } = found;
    const point = (words: string, other: string | undefined) =>
      other === undefined ? [] : [`${words} ${formatQuotedText(other)}`];
    const more = [
      ...(sheet === undefined ? [] : [describeSheetCheck(sheet)]),
      ...point('a copy of', copy_of),
      ...point('the same run as', same_run_as),
      ...point('claims the hash of', claims_hash_of),
      ...point('the same answers as', same_answers_as),
      ...(reason === undefined ? [] : [formatQuotedText(reason, 120)]),
    ];
    const row = formatAlignedRow(widths, [formatQuotedText(file), verdict, hash.slice(0, 8)]);
    return `${row} ${more.join('; ')}`.trimEnd();
  });
}
