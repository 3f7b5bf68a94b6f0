import { once } from 'node:events';
import { formatPrintableMessage } from '../../engine/core/formatQuotedText.ts';

/** A reader of standard output that has gone: nothing more needs to be written. */
export class OutputClosed extends Error {}

/** Standard output of the command under way. */
let state = { isJson: false, isTaken: false };

/** Begins the output of a command. @param isJson whether it is one JSON object, without lines for people */
export function beginStandardOutput(isJson = false): void {
  state = { isJson, isTaken: false };
}

/** Gives standard output to a file that is named `-`: the command's result goes to standard error. */
export function takeStandardOutput(): void {
  state.isTaken = true;
}

/** True if the command's output is one JSON object. */
export const isJsonOutput = (): boolean => state.isJson;

/** Prints a line for people; none where the output is JSON, or a file. */
export function printLine(line: string): void {
  if (!state.isJson && !state.isTaken) process.stdout.write(`${formatPrintableMessage(line)}\n`);
}

/** Prints lines for people, as `printLine` does. */
export function printText(lines: string): void {
  if (!state.isJson && !state.isTaken) process.stdout.write(`${lines}\n`);
}

/** Prints the command's result as one line of JSON; on a terminal, for people, with a line for each field. */
export function printResult(result: object): void {
  const output = state.isTaken ? process.stderr : process.stdout;
  output.write(`${JSON.stringify(result, null, output.isTTY && !state.isJson ? 2 : 0)}\n`);
}

/** Prints a result of a command that has only lines for people, where it is to be JSON. */
export function printJsonOnly(result: object): void {
  if (state.isJson) printResult(result);
}

/** Writes a text to standard output, and waits for slow readers. @throws OutputClosed if there is none any more */
export async function writeStandardOutput(text: string | Uint8Array): Promise<void> {
  if (process.stdout.destroyed) throw new OutputClosed();
  if (process.stdout.write(text)) return;
  try {
    await once(process.stdout, 'drain');
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EPIPE' ? new OutputClosed() : error;
  }
}
