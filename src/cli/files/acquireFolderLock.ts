import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../engine/core/errors.ts';

/**
 * Marks a folder as written by this process.
 * @param longest milliseconds that anybody has the lock: an older one is left over, even if a process has the number of its
 * owner by now
 * @returns a function that releases it
 * @throws InputError if another live process writes there
 */
export function acquireFolderLock(path: string, longest = Number.POSITIVE_INFINITY): () => void {
  mkdirSync(path, { recursive: true });
  const lock = join(path, 'lock');
  const own = `${lock}.${process.pid}`;
  try {
    writeFileSync(own, formatOwner());
    // A link appears together with its content, and only if there is none yet.
    for (let left = 3; ; left--) {
      try {
        linkSync(own, lock);
        return () => rmSync(lock, { force: true });
      } catch (error) {
        const owner = readLockOwner(lock);
        if (owner !== null && isOtherProcessAlive(owner) && measureLockAge(lock) < longest)
          throw new InputError(`${path} is being written by process ${owner.pid}`);
        if (left === 0) throw error;
        // Of several that find it stale, one alone moves it away.
        if (owner !== null) moveLockAside(lock, `${own}.stale`);
      }
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** A process: its number, and when it began, since numbers are used again; null where the system does not say. */
interface Owner {
  readonly pid: number;
  readonly began: string | null;
}

/** As a lock holds it: `1234 567890`. */
function formatOwner(): string {
  const began = readProcess(process.pid)?.began;
  return began === undefined ? String(process.pid) : `${process.pid} ${began}`;
}

/** The process that holds a lock; null if the file is gone. */
function readLockOwner(lock: string): Owner | null {
  try {
    const [pid, began] = readFileSync(lock, 'utf8').trim().split(' ');
    return { pid: Number(pid), began: began ?? null };
  } catch {
    return null;
  }
}

/** Milliseconds since a lock was made; 0 if it is gone. */
function measureLockAge(lock: string): number {
  try {
    return Date.now() - statSync(lock).mtimeMs;
  } catch {
    return 0;
  }
}

function moveLockAside(lock: string, place: string): void {
  try {
    renameSync(lock, place);
    rmSync(place, { force: true });
  } catch {
    // Somebody else did.
  }
}

/** True if an owner lives and is not this process; one with its number that began at another time is another one. */
function isOtherProcessAlive({ pid, began }: Owner): boolean {
  if (!(pid > 0) || pid === process.pid) return false;
  const found = readProcess(pid);
  if (found !== null && (found.isDead || (began !== null && found.began !== began))) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in ticks since the machine's start, and whether it ended and only waits to be forgotten; null where Linux's /proc is not there. */
function readProcess(pid: number): { readonly began: string; readonly isDead: boolean } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold blanks and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { began: fields[19], isDead: fields[0] === 'Z' || fields[0] === 'X' };
  } catch {
    return null;
  }
}
