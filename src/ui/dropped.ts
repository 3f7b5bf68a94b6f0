import type { OwnInput } from '../engine/config.ts';

/** What files that were dropped on the page are for. */
export type Dropped = 'model' | 'recording' | 'network' | OwnInput;

/** So much of a file tells what it is. */
const HEAD = 16_384;
const RUN_DOCUMENT = /"format"\s*:\s*"statescope-run"/;

const isJson = ({ name, type }: File): boolean => type === 'application/json' || /\.json$/i.test(name);
const isText = ({ name }: File): boolean => /\.(md|markdown|txt)$/i.test(name);

/**
 * Tells by names, and for JSON by its first words. A model that takes no files of its own gets what it always got: an
 * edge list, or a run document. @throws Error, in one line, for what the model cannot take.
 */
export async function droppedAs(files: readonly File[], takes: readonly OwnInput[]): Promise<Dropped> {
  const [first] = files;
  if (first === undefined) throw new Error('nothing was dropped');
  if (/\.gguf$/i.test(first.name)) return 'model';
  if (takes.length === 0) return isJson(first) ? 'recording' : 'network';
  if (files.length === 1 && isJson(first) && RUN_DOCUMENT.test(await first.slice(0, HEAD).text()))
    return 'recording';
  if (takes.includes('workflow')) return forWorkflows(files, first);
  return takes.includes('source') ? forReaders(files) : forMissions(files, first);
}

function forWorkflows(files: readonly File[], first: File): Dropped {
  if (files.length > 1) throw new Error(`${files.length} files: a run has one workflow`);
  if (/\.(yaml|yml)$/i.test(first.name)) return 'workflow';
  throw new Error(`${first.name}: agents take a workflow (.yaml) or a run document`);
}

function forMissions(files: readonly File[], first: File): Dropped {
  if (files.length > 1) {
    const other = files.find(file => !isText(file));
    if (other === undefined) return 'corpus';
    throw new Error(`${other.name}: of several files all must be documents (.md or .txt)`);
  }
  if (isJson(first)) return 'missions';
  if (/\.(md|markdown)$/i.test(first.name)) return 'corpus';
  if (/\.txt$/i.test(first.name)) return 'missions';
  throw new Error(
    `${first.name}: missions take documents (.md), a list of missions (.json, .txt) or a run document`,
  );
}

async function forReaders(files: readonly File[]): Promise<Dropped> {
  if (files.every(isText)) return 'source';
  const other = files.find(file => !isJson(file) && !isText(file));
  if (other)
    throw new Error(
      `${other.name}: librarians take texts (.md, .txt), memory.json, config.json or a run document`,
    );
  if (files.some(isText))
    throw new Error('texts and JSON files are for different things: drop them one after the other');
  const kinds = await Promise.all(files.map(async file => [file, await kindOf(file)] as const));
  if (kinds.every(([, kind]) => kind === 'memory')) return 'memory';
  const [file] = kinds.find(([, kind]) => kind === 'config')!;
  if (files.length > 1) throw new Error(`${file.name}: of several JSON files all must be memories`);
  return 'config';
}

/** What only a memory says. */
const MEMORY = /"working_memory"\s*:|"storage"\s*:|"thinking_log_\d+"\s*:|"state"\s*:\s*"/;

/** The engine reads it, and says what is wrong with it. */
const kindOf = async (file: File): Promise<'memory' | 'config'> =>
  MEMORY.test(await file.slice(0, HEAD).text()) ? 'memory' : 'config';
