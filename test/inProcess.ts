import { runCommandLine } from '../src/cli/runCommandLine.ts';

/** What a command came to. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line without a process of its own, which takes longer to start than most runs here to play; one at a time. */
export async function inProcess(...args: readonly string[]): Promise<Outcome> {
  const stdout = taken(process.stdout);
  const stderr = taken(process.stderr);
  try {
    const code = await runCommandLine(args, new URL('../public/', import.meta.url));
    return { code, stdout: stdout.texts.join(''), stderr: stderr.texts.join('') };
  } finally {
    stdout.give();
    stderr.give();
  }
}

/** Keeps what is written to a stream, until it is given back. */
function taken(stream: NodeJS.WriteStream) {
  const write = stream.write;
  const texts: string[] = [];
  stream.write = (text: string | Uint8Array) => texts.push(String(text)) > 0;
  return {
    texts,
    give: () => {
      stream.write = write;
    },
  };
}
