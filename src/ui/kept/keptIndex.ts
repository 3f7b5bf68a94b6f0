import { type DBSchema, openDB } from 'idb';
import type { KeptList, KeptRow } from '../state/keptRow.ts';
import { damageOf } from './damagedRow.ts';

interface Schema extends DBSchema {
  runs: { key: string; value: KeptRow };
}

const STORE = 'runs';

const database = () =>
  openDB<Schema>('statescope-runs', 1, {
    upgrade: db => void db.createObjectStore(STORE, { keyPath: 'id' }),
  });

async function within<Result>(
  mode: IDBTransactionMode,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const db = await database();
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
export async function keptList(): Promise<KeptList> {
  const all = await within('readonly', store => store.getAll());
  const rows = all.filter(row => isWhole(row));
  const damaged = all.flatMap(row => {
    const problem = damageOf(row);
    return problem === null ? [] : [{ id: String((row as { id: unknown }).id), problem }];
  });
  rows.sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.touched - a.touched);
  return { rows, damaged };
}

const isWhole = (row: unknown): row is KeptRow => damageOf(row) === null;

/** All kept runs whose rows are whole, in that order. */
export const keptRows = async (): Promise<readonly KeptRow[]> => (await keptList()).rows;

/** A kept run's row; null where there is none, or it is damaged. */
export async function keptRow(id: string): Promise<KeptRow | null> {
  const row = await within('readonly', store => store.get(id));
  return isWhole(row) ? row : null;
}

/** Writes what has become of a run; its name and whether it is pinned stay. */
export const writeRow = (row: KeptRow): Promise<unknown> =>
  within('readwrite', async store => {
    const before = await store.get(row.id);
    await store.put(isWhole(before) ? { ...row, name: before.name, isPinned: before.isPinned } : row);
  });

/** Changes what the user says of a run, or when it was left. */
export const amendRow = (
  id: string,
  part: Partial<Pick<KeptRow, 'name' | 'isPinned' | 'closed'>>,
): Promise<unknown> =>
  within('readwrite', async store => {
    const row = await store.get(id);
    if (isWhole(row)) await store.put({ ...row, ...part });
  });

/** Takes a run off the list; a damaged row may go by what is no text. */
export const removeRow = (id: string): Promise<unknown> =>
  within('readwrite', async store => {
    const keys = (await store.getAllKeys()).filter(key => String(key) === id);
    for (const key of keys) await store.delete(key);
  });
