import { type DBSchema, openDB } from 'idb';
import type { Setup } from '../../engine/config.ts';
import type { Tick } from '../../engine/indices.ts';
import type { SavedView } from '../reload/savedPages.ts';

/** What is known of a kept run without opening it. */
export interface KeptRow {
  readonly id: string;
  /** The user's; null: it goes by its set-up. */
  readonly name: string | null;
  readonly setup: Setup;
  /** "Social, Congress, Showcase, 2 changes" */
  readonly words: string;
  readonly agents: number;
  readonly tick: Tick;
  readonly hash: string;
  readonly bytes: number;
  /** Address under which it is looked at, without its host. */
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly touched: number;
  readonly isPinned: boolean;
  /** Share of agents that are active along the run, 0 to 1. */
  readonly spark: readonly number[];
  /** Who decides, where that is not the policy alone: "qwen2.5:1.5b". */
  readonly decider: string | null;
  /** What it branched off from; null for nothing. */
  readonly parent: KeptParent | null;
  readonly view: SavedView;
}

/** The run that another one left, and by what. */
export interface KeptParent {
  /** Null where it is not kept. */
  readonly id: string | null;
  readonly hash: string;
  readonly head: Tick;
  readonly setup: Setup;
  /** Whether its set-up alone repeats it; absent in older rows. */
  readonly isRepeatable?: boolean;
  readonly from: Tick;
  readonly change: string;
  readonly since: string;
  readonly isOtherText?: boolean;
}

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
  getAll(): Promise<KeptRow[]>;
  get(id: string): Promise<KeptRow | undefined>;
  put(row: KeptRow): Promise<unknown>;
  delete(id: string): Promise<void>;
}

/** All kept runs: pinned ones first, then the latest. */
export async function keptRows(): Promise<readonly KeptRow[]> {
  const rows = await within('readonly', store => store.getAll());
  return rows.sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.touched - a.touched);
}

/** A kept run's row; null where there is none. */
export const keptRow = async (id: string): Promise<KeptRow | null> =>
  (await within('readonly', store => store.get(id))) ?? null;

/** Writes what has become of a run; its name and whether it is pinned stay. */
export const writeRow = (row: KeptRow): Promise<unknown> =>
  within('readwrite', async store => {
    const before = await store.get(row.id);
    await store.put(before ? { ...row, name: before.name, isPinned: before.isPinned } : row);
  });

/** Changes what the user says of a run. */
export const amendRow = (id: string, part: Partial<Pick<KeptRow, 'name' | 'isPinned'>>): Promise<unknown> =>
  within('readwrite', async store => {
    const row = await store.get(id);
    if (row) await store.put({ ...row, ...part });
  });

/** Takes a run off the list. */
export const removeRow = (id: string): Promise<void> => within('readwrite', store => store.delete(id));
