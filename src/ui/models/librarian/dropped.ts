import type { OwnInput } from '../../../engine/config.ts';
import { firstWords, isJson, isText } from '../../fileKinds.ts';

/** Texts to read, memories, or a configuration. @throws Error, in one line, for anything else */
export async function forReaders(files: readonly File[]): Promise<OwnInput> {
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
  const config = kinds.find(([, kind]) => kind === 'config');
  if (config && files.length > 1)
    throw new Error(`${config[0].name}: several JSON files must all be memories`);
  return 'config';
}

/** Text that only a memory contains. */
const MEMORY = /"working_memory"\s*:|"storage"\s*:|"thinking_log_\d+"\s*:|"state"\s*:\s*"/;

/** Kind of a JSON file; the engine reads it and reports what is wrong with it. */
const kindOf = async (file: File): Promise<'memory' | 'config'> =>
  MEMORY.test(await firstWords(file)) ? 'memory' : 'config';
