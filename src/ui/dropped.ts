import type { OwnInput } from '../engine/config.ts';
import { firstWords, isJson } from './fileKinds.ts';
import type { ModelLook } from './models/look.ts';

/** Purpose of files dropped on the page. */
type Dropped = 'model' | 'recording' | 'network' | OwnInput;

const RUN_DOCUMENT = /"format"\s*:\s*"statescope-run"/;

/**
 * The purpose of dropped files, by their names and, for JSON, by the first words. A model without inputs of
 * its own gets an edge list or a run document.
 * @throws Error, in one line, for files that the model cannot take.
 */
export async function droppedAs(
  files: readonly File[],
  { dropped }: Pick<ModelLook, 'dropped'>,
): Promise<Dropped> {
  const [first] = files;
  if (first === undefined) throw new Error('nothing was dropped');
  if (/\.gguf$/i.test(first.name)) return 'model';
  if (dropped === undefined) return isJson(first) ? 'recording' : 'network';
  if (files.length === 1 && isJson(first) && RUN_DOCUMENT.test(await firstWords(first))) return 'recording';
  return dropped(files);
}
