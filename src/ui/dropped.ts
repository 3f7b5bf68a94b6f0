import type { OwnInput } from '../engine/config.ts';
import { firstWords, isJson } from './fileKinds.ts';
import type { ModelLook } from './models/look.ts';

/** What files that were dropped on the page are for. */
type Dropped = 'model' | 'recording' | 'network' | OwnInput;

const RUN_DOCUMENT = /"format"\s*:\s*"statescope-run"/;

/**
 * Tells by names, and for JSON by its first words. A model that takes no files of its own gets an edge list, or a run
 * document. @throws Error, in one line, for what the model cannot take.
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
