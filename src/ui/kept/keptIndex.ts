import { type DBSchema, openDB } from 'idb';
import type { KeptList, KeptRow } from '../state/keptRow.ts';
import { findRowDamage } from './damagedRow.ts';

interface Schema extends DBSchema {
  runs: { key: string; value: KeptRow };
}

const STORE = 'runs';

const openRunDatabase = () =>
  openDB<Schema>('statescope-runs', 1, {
    upgrade: db => void db.createObjectStore(STORE, { keyPath: 'id' }),
  });

async function runTransaction<Result>(
  mode: IDBTransactionMode,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const db = await openRunDatabase();
  try {
    const transaction = db.transaction(STORE, mode, { durability: 'strict' });
    const [result] = await Promise.all([work(transaction.store as unknown as Store), transaction.done]);
    return result;
  } finally {
    db.close();
  }
}

/** The calls that are used of a store. */
interface Store {
  getAll(): Promise<unknown[]>;
  getAllKeys(): Promise<IDBValidKey[]>;
  get(id: string): Promise<unknown>;
  put(row: KeptRow): Promise<unknown>;
  delete(id: IDBValidKey): Promise<void>;
}

/** The list of kept runs. */
export async function listSavedRuns(): Promise<KeptList> {
  const all = await runTransaction('readonly', store => store.getAll());
  const rows = all.filter(row => isRowIntact(row));
  const damaged = all.flatMap(row => {
    const problem = findRowDamage(row);
    return problem === null ? [] : [{ id: String((row as { id: unknown }).id), problem }];
  });
  rows.sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.touched - a.touched);
  return { rows, damaged };
}

const isRowIntact = (row: unknown): row is KeptRow => findRowDamage(row) === null;

/** All kept runs whose rows are whole, in that order. */
export const readSavedRows = async (): Promise<readonly KeptRow[]> => (await listSavedRuns()).rows;

/** A kept run's row; null where there is none, or it is damaged. */
export async function readSavedRow(id: string): Promise<KeptRow | null> {
  const row = await runTransaction('readonly', store => store.get(id));
  return isRowIntact(row) ? row : null;
}

/** Writes what has become of a run; its name and whether it is pinned stay. */
export const writeSavedRow = (row: KeptRow): Promise<unknown> =>
  runTransaction('readwrite', async store => {
    const before = await store.get(row.id);
    await store.put(isRowIntact(before) ? { ...row, name: before.name, isPinned: before.isPinned } : row);
  });

/** Changes what the user says of a run, or when it was left. */
export const amendSavedRow = (
  id: string,
  part: Partial<Pick<KeptRow, 'name' | 'isPinned' | 'closed'>>,
): Promise<unknown> =>
  runTransaction('readwrite', async store => {
    const row = await store.get(id);
    if (isRowIntact(row)) await store.put({ ...row, ...part });
  });

/** Takes a run off the list; a damaged row may go by what is no text. */
export const removeSavedRow = (id: string): Promise<unknown> =>
  runTransaction('readwrite', async store => {
    const keys = (await store.getAllKeys()).filter(key => String(key) === id);
    for (const key of keys) await store.delete(key);
  });
