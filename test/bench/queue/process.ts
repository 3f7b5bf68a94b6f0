import { spawn } from 'node:child_process';
import { join } from 'node:path';

const CLI = join(import.meta.dirname, '../../../scripts/cli.mjs');

/** A command that is left running. */
export interface Running {
  readonly pid: number;
  /** Its exit code and what it said on the error stream. */
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts the command line. */
export function started(...args: string[]): Running {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', chunk => {
    stderr += chunk;
  });
  return {
    pid: child.pid ?? 0,
    ended: new Promise(resolve => child.on('close', code => resolve({ code, stderr }))),
    kill: signal => child.kill(signal),
  };
}
