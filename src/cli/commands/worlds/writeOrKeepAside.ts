import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { InputError } from '../../../engine/core/errors.ts';
import { OutFile } from '../../files/outFile.ts';
import { OutputClosed } from '../../output/standardOutput.ts';

/** A file that appears whole or not at all. */
export async function writeFileAtomically(path: string, text: string): Promise<void> {
  const file = await OutFile.open(path);
  await file.write([text]);
}

/**
 * Writes a table of worlds, which may have cost hours: where its place takes no more, it is kept in the folder for temporary
 * files, and said where.
 * @returns the error of its place; null if it is written
 */
export async function writeOrKeepAside(
  path: string,
  text: string,
  say: (line: string) => void,
): Promise<Error | null> {
  try {
    await writeFileAtomically(path, text);
    return null;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof InputError || error instanceof OutputClosed)
      throw error;
    const aside = join(await mkdtemp(join(tmpdir(), 'statescope-')), basename(path));
    await writeFileAtomically(aside, text).catch(() => {
      throw error;
    });
    say(`the worlds that were played are in ${aside}\n`);
    return error;
  }
}
