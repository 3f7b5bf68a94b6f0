import type { OwnInput } from '../engine/config.ts';

/** What files that were dropped on the page are for. */
export type Dropped = 'model' | 'recording' | 'network' | OwnInput;

/** So much of a file tells what it is. */
const HEAD = 4096;
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
  if (files.length > 1) {
    const other = files.find(file => !isText(file));
    if (other === undefined) return 'corpus';
    throw new Error(`${other.name}: of several files all must be documents (.md or .txt)`);
  }
  if (isJson(first)) return RUN_DOCUMENT.test(await first.slice(0, HEAD).text()) ? 'recording' : 'missions';
  if (/\.(md|markdown)$/i.test(first.name)) return 'corpus';
  if (/\.txt$/i.test(first.name)) return 'missions';
  throw new Error(
    `${first.name}: missions take documents (.md), a list of missions (.json, .txt) or a run document`,
  );
}
