import { getPathValue, getTextField, isFieldsObject } from '../values.ts';

/** Output of a call of Gemini CLI, or of Qwen Code. */
interface GeminiOutput {
  readonly value: unknown;
  readonly error: string | null;
  /** True if a command ended with an exit code other than 0. */
  readonly exitFailed: boolean;
}

/** Ids of processes stand in the outputs of commands: without them equal outputs have equal digests. */
const PROCESS = /\n(?:Process Group PGID|Background PIDs): .*/g;
const EXIT = /^Exit Code: (-?\d+)$/m;
const OF_COMMAND = /^(?:Command: |Output: )/;

/** Reads the `response` of a `functionResponse`: an `output`, or an `error`. */
export function parseGeminiOutput(response: unknown): GeminiOutput {
  const error = getTextField(response, 'error') ?? getTextField(getPathValue(response, 'error'), 'message');
  if (error !== null) return { value: error, error, exitFailed: false };
  const output = isFieldsObject(response)
    ? (getPathValue(response, 'output') ?? response)
    : (response ?? null);
  if (typeof output !== 'string') return { value: output, error: null, exitFailed: false };
  const bare = output.replace(/^<untrusted_context>\n/, '').replace(/\n?<\/untrusted_context>\s*$/, '');
  const isCommand = OF_COMMAND.test(bare);
  const code = isCommand ? EXIT.exec(bare)?.[1] : undefined;
  const value = isCommand ? bare.replace(PROCESS, '').replace(/^Output: /, '') : bare;
  return { value, error: null, exitFailed: code !== undefined && code !== '0' };
}
