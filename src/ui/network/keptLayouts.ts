import { type DBSchema, openDB } from 'idb';

/** A network's layout as it is kept in this browser. */
interface KeptLayout {
  readonly key: string;
  readonly places: Float32Array;
  /** When it was looked at last, milliseconds since 1970. */
  readonly touched: number;
}

interface Schema extends DBSchema {
  layouts: { key: string; value: KeptLayout };
}

const STORE = 'layouts';
/** Layouts that are kept; one of 10,000 people takes 80 kB. */
const MOST = 24;

const openLayoutDatabase = () =>
  openDB<Schema>('statescope-networks', 1, {
    upgrade: db => void db.createObjectStore(STORE, { keyPath: 'key' }),
  });

/** The places of a network that was laid out before; null where it was not, or the browser keeps nothing. */
export async function readSavedPlaces(key: string, length: number): Promise<Float32Array | null> {
  try {
    const db = await openLayoutDatabase();
    const row: KeptLayout | undefined = await db.get(STORE, key);
    db.close();
    return row?.places instanceof Float32Array && row.places.length === length ? row.places : null;
  } catch {
    return null;
  }
}

/** Keeps the places of a network, and lets go of those that nobody has looked at for longest; a browser may forbid it. */
export async function savePlaces(key: string, places: Float32Array, touched: number): Promise<void> {
  try {
    const db = await openLayoutDatabase();
    const rows = await db.getAll(STORE);
    const old = rows.filter(row => row.key !== key).sort((a, b) => b.touched - a.touched);
    const transaction = db.transaction(STORE, 'readwrite');
    for (const row of old.slice(MOST - 1)) void transaction.store.delete(row.key);
    void transaction.store.put({ key, places, touched });
    await transaction.done;
    db.close();
  } catch {}
}
