import { type ChildProcess, spawn } from 'node:child_process';

/** Starts the receiver. @returns its address, and itself */
export async function receiver(folder: string): Promise<readonly [url: string, process: ChildProcess]> {
  const child = spawn('node', ['scripts/cli.mjs', 'observe', '--port', '0', '--keep', folder]);
  let told = '';
  for await (const part of child.stdout) {
    told += part;
    const port = /localhost:(\d+)\/#observed/.exec(told)?.[1];
    if (port !== undefined) return [`http://localhost:${port}`, child];
  }
  throw new Error(`the receiver ended: ${told}`);
}
