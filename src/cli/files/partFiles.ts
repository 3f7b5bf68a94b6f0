import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Part files of this process. */
export const PARTS = new Set<string>();

/** Milliseconds for which nobody's part file is removed, whatever is known of its process. */
const YOUNG = 60_000;

/** Where process numbers have the same meaning: a computer, or a container on it. */
const PLACE = createHash('sha256').update(`${hostname()} ${getProcessNamespace()}`).digest('hex').slice(0, 8);

/** Name of a new part file of this process for a target: `.run.json.0a1b2c3d.1234.9f8e7d6c.part`. */
export const createPartFileName = (target: string): string =>
  join(
    dirname(target),
    `.${basename(target)}.${PLACE}.${process.pid}.${randomBytes(4).toString('hex')}.part`,
  );

/**
 * Removes what processes of this computer left beside a file that were ended in the middle of writing it. Of
 * processes elsewhere nobody here knows whether they still write.
 */
export async function removeStaleParts(target: string): Promise<void> {
  const folder = dirname(target);
  const names: readonly string[] = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, of, place, pid] = /^\.(.+)\.([0-9a-f]{8})\.(\d+)\.[0-9a-f]{8}\.part$/.exec(name) ?? [];
    if (of !== basename(target) || place !== PLACE) continue;
    const path = join(folder, name);
    if (!PARTS.has(path) && (await isStalePart(path, Number(pid)).catch(() => false)))
      await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Whether a part file is old and its process over; one with this process's number may be of an earlier process. */
async function isStalePart(path: string, pid: number): Promise<boolean> {
  const age = Date.now() - (await stat(path)).mtimeMs;
  if (age < YOUNG) return false;
  return pid === process.pid ? age > process.uptime() * 1000 + YOUNG : !isProcessRunning(pid);
}

/** Name of what process numbers count in, where the system tells it. */
function getProcessNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Brings a folder's names onto the disk; some file systems know no such thing. */
export async function syncFolderNames(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
