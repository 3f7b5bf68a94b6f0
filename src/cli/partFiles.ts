import { open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Part files of this process. */
export const PARTS = new Set<string>();

/** Removes what processes left beside a file that were ended in the middle of writing it. */
export async function sweep(target: string): Promise<void> {
  const folder = dirname(target);
  const left = (name: string): boolean => {
    const [, of, pid] = /^\.(.+)\.(\d+)\.part$/.exec(name) ?? [];
    if (of !== basename(target) || PARTS.has(join(folder, name))) return false;
    return Number(pid) === process.pid || !isRunning(Number(pid));
  };
  const names: readonly string[] = await readdir(folder).catch(() => []);
  for (const name of names.filter(left)) await rm(join(folder, name), { force: true }).catch(() => undefined);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Brings a folder's names onto the disk; some file systems know no such thing. */
export async function synced(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
