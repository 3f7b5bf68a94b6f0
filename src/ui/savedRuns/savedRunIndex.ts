import { type DBSchema, openDB } from 'idb';
import { findPageModel } from '../model/registered.ts';
import type { SavedList, SavedRow } from '../state/savedRow.ts';

interface Schema extends DBSchema {
  runs: { key: string; value: SavedRow };
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
  put(row: SavedRow): Promise<unknown>;
  delete(id: IDBValidKey): Promise<void>;
}

/** The list of kept runs. */
export async function listSavedRuns(): Promise<SavedList> {
  const all = await runTransaction('readonly', store => store.getAll());
  const rows = all.filter(row => isRowIntact(row));
  const damaged = all.flatMap(row => {
    const problem = findRowDamage(row);
    return problem === null ? [] : [{ id: String((row as { id: unknown }).id), problem }];
  });
  rows.sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.touched - a.touched);
  return { rows, damaged };
}

const isRowIntact = (row: unknown): row is SavedRow => findRowDamage(row) === null;

/** All kept runs whose rows are whole, in that order. */
export const readSavedRows = async (): Promise<readonly SavedRow[]> => (await listSavedRuns()).rows;

/** A saved run's row; null if there is none, or it is damaged. */
export async function readSavedRow(id: string): Promise<SavedRow | null> {
  const row = await runTransaction('readonly', store => store.get(id));
  return isRowIntact(row) ? row : null;
}

/** Writes what has become of a run; its name and whether it is pinned stay. */
export const writeSavedRow = (row: SavedRow): Promise<unknown> =>
  runTransaction('readwrite', async store => {
    const before = await store.get(row.id);
    await store.put(isRowIntact(before) ? { ...row, name: before.name, isPinned: before.isPinned } : row);
  });

/** Changes what the user says of a run, or when it was left. */
export const amendSavedRow = (
  id: string,
  part: Partial<Pick<SavedRow, 'name' | 'isPinned' | 'closed'>>,
): Promise<unknown> =>
  runTransaction('readwrite', async store => {
    const row = await store.get(id);
    if (isRowIntact(row)) await store.put({ ...row, ...part });
  });

/** Removes a run from the list; the id of a damaged row may not be a text. */
export const removeSavedRow = (id: string): Promise<unknown> =>
  runTransaction('readwrite', async store => {
    const keys = (await store.getAllKeys()).filter(key => String(key) === id);
    for (const key of keys) await store.delete(key);
  });

type Check = (value: unknown) => boolean;
const isTextField: Check = value => typeof value === 'string';
const isNumberField: Check = value => Number.isFinite(value);
const isObjectField: Check = value => typeof value === 'object' && value !== null && !Array.isArray(value);
const createListCheck =
  (each: Check): Check =>
  value =>
    Array.isArray(value) && value.every(each);
const createNullableCheck =
  (check: Check): Check =>
  value =>
    value === null || check(value);
const createFieldsCheck =
  (parts: Readonly<Record<string, Check>>): Check =>
  value =>
    isObjectField(value) &&
    Object.entries(parts).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const SETUP = createFieldsCheck({
  model: value => findPageModel(value as string) !== undefined,
  network: isTextField,
  preset: isTextField,
  seed: isNumberField,
  agents: createNullableCheck(isNumberField),
  oracle: createFieldsCheck({ kind: isTextField }),
  parameters: isObjectField,
  changes: createListCheck(isObjectField),
});

/** Checks of each part of a row. */
const ROW_CHECKS: Readonly<Record<Exclude<keyof SavedRow, 'closed'>, Check>> = {
  id: isTextField,
  name: createNullableCheck(isTextField),
  setup: SETUP,
  words: isTextField,
  agents: isNumberField,
  tick: isNumberField,
  hash: isTextField,
  bytes: isNumberField,
  address: isTextField,
  touched: isNumberField,
  isPinned: value => typeof value === 'boolean',
  spark: createListCheck(isNumberField),
  decider: createNullableCheck(isTextField),
  parent: createNullableCheck(
    createFieldsCheck({
      id: createNullableCheck(isTextField),
      hash: isTextField,
      head: isNumberField,
      setup: SETUP,
      from: isNumberField,
      change: isTextField,
      since: isTextField,
    }),
  ),
  view: createFieldsCheck({
    selection: createFieldsCheck({
      agents: createListCheck(isNumberField),
      cursor: createNullableCheck(isNumberField),
    }),
    scale: isObjectField,
  }),
};

/** Problem of a row; null if it is whole. */
function findRowDamage(row: unknown): string | null {
  if (!isObjectField(row)) return 'it is not a row';
  const given = row as Record<string, unknown>;
  const wrong = Object.entries(ROW_CHECKS).find(([name, check]) => !check(given[name]));
  if (wrong === undefined) return null;
  return given[wrong[0]] === undefined ? `${wrong[0]} is missing` : `${wrong[0]} cannot be understood`;
}
