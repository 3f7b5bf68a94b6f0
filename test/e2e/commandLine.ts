import { runCommandLine } from '../../src/cli/commandLine.ts';

/**
 * What the command line prints, by the same program without a process of its own, which takes longer to start than
 * most runs here to play.
 * @throws Error with what it says when it fails
 */
export async function commandLine(...args: readonly string[]): Promise<string> {
  const printed = taken(process.stdout);
  const said = taken(process.stderr);
  const code = await runCommandLine([...args], new URL('../../public/', import.meta.url)).finally(() => {
    printed.give();
    said.give();
  });
  if (code !== 0) throw new Error(`${args.join(' ')}: ${code}, ${said.texts.join('')}`);
  return printed.texts.join('');
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
