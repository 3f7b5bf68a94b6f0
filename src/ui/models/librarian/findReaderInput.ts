import type { OwnInput } from '../../../engine/setup/config.ts';
import { isTextFile, type KnownFile } from '../../state/fileKinds.ts';

/** Text that only a memory contains. */
const MEMORY = /"working_memory"\s*:|"storage"\s*:|"thinking_log_\d+"\s*:|"state"\s*:\s*"/;

/** Texts to read, memories, or a configuration; the engine reads it and reports what is wrong with it. */
export function findReaderInput(known: KnownFile): OwnInput | null {
  if (known.kind.form === 'json') return MEMORY.test(known.kind.head) ? 'memory' : 'config';
  return isTextFile(known) ? 'source' : null;
}
