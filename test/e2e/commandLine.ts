import { inProcess } from '../inProcess.ts';

/** What the command line prints. @throws Error with what it says when it fails */
export async function commandLine(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await inProcess(...args);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${code}, ${stderr}`);
  return stdout;
}
