import { runDocument } from '../engine/export/document.ts';
import type { Telling } from '../engine/model.ts';
import type { Run } from '../engine/run.ts';
import type { Progress } from './api.ts';
import { breathe } from './pace.ts';

/**
 * A run's document as bytes, in pieces; other work gets its turn in between. @throws Error `cancelled` by
 * `signal`
 */
export async function documentParts(
  run: Run,
  telling: Telling,
  signal: AbortSignal,
  progress: Progress | null,
): Promise<readonly Uint8Array[]> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let part = 0;
  let told = 0;
  const rest = breathe();
  for (const piece of runDocument(run, telling, done => {
    part = done;
  })) {
    parts.push(encoder.encode(piece));
    await rest();
    if (signal.aborted) throw new Error('cancelled');
    if (part > told) progress?.(part, 'Writing the document');
    told = part;
  }
  progress?.(1, 'Writing the document');
  return parts;
}
