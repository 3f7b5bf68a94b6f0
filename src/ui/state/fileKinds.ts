import { detectFileKind, FILE_HEAD, type FileKind } from '../../engine/files/detectFileKind.ts';
import type { NamedFile } from '../../engine/files/namedFile.ts';

/** A file of the user's, with what it is. */
export interface KnownFile {
  readonly file: File;
  readonly kind: FileKind;
}

/** Maximum bytes of JSON that are searched for the mark of a run document rewritten by another program. */
const SEARCHED = 50_000_000;

/** Reads the beginning of a file, and says what it is. */
export async function readKnownFile(file: File): Promise<KnownFile> {
  try {
    const kind = detectFileKind(
      file.name,
      new Uint8Array(await file.slice(0, FILE_HEAD).arrayBuffer()),
      file.size,
    );
    const isLong = kind.form === 'json' && file.size > FILE_HEAD && file.size <= SEARCHED;
    const isRun = isLong && /"format"\s*:\s*"statescope-run"/.test(await file.text());
    return { file, kind: isRun ? { ...kind, form: 'run' } : kind };
  } catch {
    return { file, kind: { form: 'none', words: 'a folder, or a file that cannot be read', head: '' } };
  }
}

/** Files as the engine takes them. */
export const readNamedFiles = (files: readonly File[]): Promise<readonly NamedFile[]> =>
  Promise.all(
    files.map(async file => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );

/** The same of files that are too large to be held. */
export const createStreamedFiles = (files: readonly File[]): readonly NamedFile[] =>
  files.map(file => ({ name: file.name, bytes: new Uint8Array(), source: file }));

/** True if a file's name ends in .md, .markdown or .txt. */
export const isTextFile = ({ file, kind }: KnownFile): boolean =>
  kind.form === 'text' && /\.(md|markdown|txt)$/i.test(file.name);

/** Message about the run when a file cannot be used. */
export const STAYS = 'The run that was open stays as it was.';
