import { at, isFields, numberAt, textAt, unpacked } from '../values.ts';

/** What a call of Codex returned, without its wrappers. */
export interface CodexOutput {
  readonly value: unknown;
  /** Null for a command that still runs. */
  readonly failed: boolean | null;
}

/** Lines above what a command wrote: how long it took, whether it ended, how. */
const HEADER =
  /^(?:(?:Chunk ID|Wall time|Original token count|Total output lines|Exit code): .*\n|Process exited with code -?\d+\n|Process running with session ID \d+\n)*(?:Output:(?:\n|$))?/;
const EXIT = /^(?:Process exited with code|Exit code:?) +(-?\d+)$/m;
const RUNS = /^Process running with session ID /m;
const ABORTED = /^aborted by user\b/;

/**
 * Takes the wrappers off an output, so that equal outputs have equal digests: lines such as "Chunk ID", "Wall time" and
 * "Process exited with code 0" above it, or an object with the text and its exit code. What tells no failure is none.
 */
export function codexOutput(output: unknown): CodexOutput {
  const object = unpacked(output);
  if (isFields(object)) {
    const code = numberAt(at(object, 'metadata'), 'exit_code');
    const text = at(object, 'output') ?? at(object, 'content');
    const told = at(object, 'success') === false || textAt(object, 'error') !== null;
    if (code !== null && text !== undefined) return { value: text, failed: code !== 0 };
    if (at(object, 'success') !== undefined && text !== undefined) return { value: text, failed: told };
    return { value: output, failed: told };
  }
  if (typeof output !== 'string') return { value: output ?? null, failed: false };
  const header = HEADER.exec(`${output}`)?.[0] ?? '';
  const value = output.slice(header.length);
  const code = EXIT.exec(header)?.[1];
  if (code !== undefined) return { value, failed: code !== '0' };
  if (RUNS.test(header)) return { value, failed: null };
  return { value, failed: ABORTED.test(value) };
}

/** Whether an event that ends a call tells that it failed; null for one that tells nothing. */
export function toldFailure(event: unknown): boolean | null {
  const code = numberAt(event, 'exit_code');
  if (code !== null) return code !== 0;
  const success = at(event, 'success');
  if (typeof success === 'boolean') return !success;
  if (at(event, 'result', 'Err') !== undefined) return true;
  const returned = at(event, 'result', 'Ok');
  if (isFields(returned)) return at(returned, 'isError') === true || at(returned, 'is_error') === true;
  const status = textAt(event, 'status');
  return status === 'failed' || status === 'declined' ? true : status === 'completed' ? false : null;
}
