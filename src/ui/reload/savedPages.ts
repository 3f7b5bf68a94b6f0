import { type DBSchema, openDB } from 'idb';
import type { Files, Setup } from '../../engine/config.ts';
import type { NamedFile, SavedRun } from '../../workers/api.ts';
import type { Intent, PageState } from '../store/pageState.ts';

/** Parts of the page's state that are restored as they were. */
export const KEPT = [
  'panel',
  'draft',
  'models',
  'selection',
  'pinned',
  'sort',
  'sortState',
  'scale',
  'following',
  'speed',
  'corner',
  'exported',
  'mixed',
  'heldBefore',
  'replayed',
  'keptAs',
] as const satisfies readonly (keyof PageState)[];

/** Those parts. */
export type SavedView = Pick<PageState, (typeof KEPT)[number]>;

/** A page with its run, on its way over a reload. There is no key in it. */
export interface SavedPage {
  readonly setup: Setup;
  /** The user's files that the run is made from. */
  readonly files: Files;
  /** Round that the run had reached. */
  readonly round: number;
  readonly hash: string;
  /** Version of the documents of the page that saved it, whose rule made the hash; absent up to 2. */
  readonly version?: number;
  /** Rounds that the address names. */
  readonly addressed: number;
  /** The run, where a language model has decided; the policy's decisions can be played again. */
  readonly run: SavedRun | null;
  /** The recording of a replay. */
  readonly recording: NamedFile | null;
  readonly view: SavedView;
  /** Action to take after the restoration. */
  readonly intent: Intent;
  /** Base URLs for which a key was there. */
  readonly keyUrls: readonly string[];
}

interface Schema extends DBSchema {
  pages: { key: string; value: SavedPage };
}

const STORE = 'pages';
/** Milliseconds after which a page that was never called for is given up. */
const WEEK = 7 * 24 * 3600 * 1000;

const database = () =>
  openDB<Schema>('statescope', 1, {
    upgrade: db => void db.createObjectStore(STORE),
  });

/** Ids begin with the time, so that they are sorted by it. */
const newId = (): string => `${Date.now()}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;

/** Writes a page to the disk. @returns its id. Rejects when it does not fit. */
export async function savePage(page: SavedPage): Promise<string> {
  const db = await database();
  try {
    const id = newId();
    const transaction = db.transaction(STORE, 'readwrite', { durability: 'strict' });
    await Promise.all([
      transaction.store.delete(IDBKeyRange.upperBound(String(Date.now() - WEEK))),
      transaction.store.put(page, id),
      transaction.done,
    ]);
    return id;
  } finally {
    db.close();
  }
}

/** Reads a saved page; null where there is none. */
export async function savedPage(id: string): Promise<SavedPage | null> {
  const db = await database();
  try {
    return (await db.get(STORE, id)) ?? null;
  } finally {
    db.close();
  }
}

/** Deletes a saved page. */
export async function removePage(id: string): Promise<void> {
  const db = await database();
  try {
    await db.delete(STORE, id);
  } finally {
    db.close();
  }
}
