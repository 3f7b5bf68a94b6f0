import type { Page } from '@playwright/test';
import type { SavedRow } from '../../src/ui/state/savedRow.ts';

/** The entry of the list of saved runs that was written last, without what no text can hold; undefined where there is none. */
export const readSavedRow = (page: Page): Promise<SavedRow | undefined> =>
  page.evaluate(async () => {
    // To open what is not there yet would make it, empty.
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'statescope-runs')) return undefined;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('statescope-runs');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const [store] = db.objectStoreNames;
    const rows = await new Promise<SavedRow[]>((resolve, reject) => {
      const request = db.transaction(store).objectStore(store).getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    db.close();
    return rows.toSorted((a, b) => b.touched - a.touched)[0];
  });
