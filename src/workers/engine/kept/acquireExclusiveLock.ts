/** Milliseconds that another holder is given to let go: a page that is being reloaded takes a moment to die. */
const PATIENCE = 3000;

/** Takes a lock that no other page or worker of this browser has. @returns what lets it go; null where another one keeps it */
export async function acquireExclusiveLock(name: string, patience = PATIENCE): Promise<(() => void) | null> {
  // Where there are no locks, an exclusive file is all there is.
  if (navigator.locks === undefined) return () => undefined;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), patience);
  return new Promise(resolve => {
    const hold = () =>
      new Promise<void>(letGo => {
        clearTimeout(timer);
        resolve(() => letGo());
      });
    navigator.locks.request(name, { signal: controller.signal }, hold).catch(() => resolve(null));
  });
}
