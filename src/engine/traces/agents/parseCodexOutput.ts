import { getNumberField, getPathValue, getTextField, isFieldsObject, parseJsonText } from '../values.ts';

/** Output of a call of Codex, without its wrappers. */
export interface CodexOutput {
  readonly value: unknown;
  /** Null for a command that still runs. */
  readonly failed: boolean | null;
}

/** Lines above what a command wrote: how long it took, whether it ended, how. */
const OUTPUT_HEADER =
  /^(?:(?:Chunk ID|Wall time|Original token count|Total output lines|Exit code): .*\n|Process exited with code -?\d+\n|Process running with session ID \d+\n)*(?:Output:(?:\n|$))?/;
const EXIT = /^(?:Process exited with code|Exit code:?) +(-?\d+)$/m;
const RUNS = /^Process running with session ID /m;
const ABORTED = /^aborted by user\b/;

/**
 * Takes the wrappers off an output, so that equal outputs have equal digests: lines such as "Chunk ID", "Wall time" and
 * "Process exited with code 0" above it, or an object with the text and its exit code. An output without a failure mark
 * has not failed.
 */
export function parseCodexOutput(output: unknown): CodexOutput {
  const object = parseJsonText(output);
  if (isFieldsObject(object)) {
    const code = getNumberField(getPathValue(object, 'metadata'), 'exit_code');
    const text = getPathValue(object, 'output') ?? getPathValue(object, 'content');
    const isReported = getPathValue(object, 'success') === false || getTextField(object, 'error') !== null;
    if (code !== null && text !== undefined) return { value: text, failed: code !== 0 };
    if (getPathValue(object, 'success') !== undefined && text !== undefined)
      return { value: text, failed: isReported };
    return { value: output, failed: isReported };
  }
  if (typeof output !== 'string') return { value: output ?? null, failed: false };
  const header = OUTPUT_HEADER.exec(`${output}`)?.[0] ?? '';
  const value = output.slice(header.length);
  const code = EXIT.exec(header)?.[1];
  if (code !== undefined) return { value, failed: code !== '0' };
  if (RUNS.test(header)) return { value, failed: null };
  return { value, failed: ABORTED.test(value) };
}

/** True if an event that ends a call says that it failed; null if it does not say. */
export function readEndEventFailure(event: unknown): boolean | null {
  const code = getNumberField(event, 'exit_code');
  if (code !== null) return code !== 0;
  const success = getPathValue(event, 'success');
  if (typeof success === 'boolean') return !success;
  if (getPathValue(event, 'result', 'Err') !== undefined) return true;
  const returned = getPathValue(event, 'result', 'Ok');
  if (isFieldsObject(returned))
    return getPathValue(returned, 'isError') === true || getPathValue(returned, 'is_error') === true;
  const status = getTextField(event, 'status');
  return status === 'failed' || status === 'declined' ? true : status === 'completed' ? false : null;
}
