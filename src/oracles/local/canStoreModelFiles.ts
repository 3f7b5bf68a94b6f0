let storageAnswer: Promise<boolean> | null = null;

/**
 * Checks if this browser stores a model's file for a worker. WebKitGTK has a private file system without handles that
 * write to it; in a private window there may be none at all.
 */
export function canStoreModelFiles(): Promise<boolean> {
  storageAnswer ??= tryFileSystemWrite().catch(() => false);
  return storageAnswer;
}

async function tryFileSystemWrite(): Promise<boolean> {
  const root = await navigator.storage.getDirectory();
  const name = `statescope-${crypto.randomUUID()}`;
  const file = await root.getFileHandle(name, { create: true });
  try {
    (await file.createSyncAccessHandle()).close();
    return true;
  } finally {
    await root.removeEntry(name);
  }
}
