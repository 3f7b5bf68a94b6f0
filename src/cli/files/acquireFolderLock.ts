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
  writeFileSync(own, String(process.pid));
  try {
    // A link appears together with its content, and only if there is none yet.
    for (let left = 3; ; left--) {
      try {
        linkSync(own, lock);
        return () => rmSync(lock, { force: true });
      } catch (error) {
        const owner = readLockOwner(lock);
        if (owner !== null && isOtherProcessAlive(owner) && measureLockAge(lock) < longest)
          throw new InputError(`${path} is being written by process ${owner}`);
        if (left === 0) throw error;
        // Of several that find it stale, one alone moves it away.
        if (owner !== null) moveLockAside(lock, `${own}.stale`);
      }
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** The process that holds a lock; null if the file is gone. */
function readLockOwner(lock: string): number | null {
  try {
    return Number(readFileSync(lock, 'utf8'));
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

function isOtherProcessAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
