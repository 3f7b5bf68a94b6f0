import { type DBSchema, openDB } from 'idb';
import { useEffect, useState } from 'react';
import type { Links } from '../../engine/network/networkLinks.ts';
import { getErrorMessage } from '../lib/messages.ts';

/** A network's layout as it is kept in this browser. */
interface StoredLayout {
  readonly key: string;
  readonly places: Float32Array;
  /** When it was looked at last, milliseconds since 1970. */
  readonly touched: number;
}

interface Schema extends DBSchema {
  layouts: { key: string; value: StoredLayout };
}

const STORE = 'layouts';
/** Layouts that are kept; one of 10,000 people takes 80 kB. */
const MAX_STORED_LAYOUTS = 24;

const openLayoutDatabase = () =>
  openDB<Schema>('statescope-networks', 1, {
    upgrade: db => void db.createObjectStore(STORE, { keyPath: 'key' }),
  });

/** The stored places of a network; null if it was not laid out before, or the browser stores nothing. */
async function readSavedPlaces(key: string, length: number): Promise<Float32Array | null> {
  try {
    const db = await openLayoutDatabase();
    const row: StoredLayout | undefined = await db.get(STORE, key);
    db.close();
    return row?.places instanceof Float32Array && row.places.length === length ? row.places : null;
  } catch {
    return null;
  }
}

/** Keeps the places of a network, and lets go of those that nobody has looked at for longest; a browser may forbid it. */
async function savePlaces(key: string, places: Float32Array, touched: number): Promise<void> {
  try {
    const db = await openLayoutDatabase();
    const rows = await db.getAll(STORE);
    const old = rows.filter(row => row.key !== key).sort((a, b) => b.touched - a.touched);
    const transaction = db.transaction(STORE, 'readwrite');
    for (const row of old.slice(MAX_STORED_LAYOUTS - 1)) void transaction.store.delete(row.key);
    void transaction.store.put({ key, places, touched });
    await transaction.done;
    db.close();
  } catch {}
}

/** Places of a network's nodes so far. */
export interface Laid {
  /** x and y of each node in turn, 0 to 1. */
  readonly places: Float32Array;
  /** The part of the layout that is done, 0 to 1; at 1 the places stay. */
  readonly part: number;
}

/** Lays links out. @returns what gives it up */
type LayOut = (links: Links, heard: { placed(laid: Laid): void; failed(error: Error): void }) => () => void;

/** A network to be laid out. */
interface WantedLayout {
  /** The same for the same links. */
  readonly key: string;
  readonly links: Links;
  /** True if it is stored in this browser beyond the page. */
  readonly isKept: boolean;
}

/** Layouts that the page keeps. */
const MAX_CACHED_NETWORK_LAYOUTS = 24;
/** Another way of laying out has another number: what was kept of it before is not looked at. */
const LAYOUT_VERSION = 1;

/** Layouts of networks: each is made once, kept on the page, and whole networks in the browser. */
export class Layouts {
  readonly #known = new Map<string, Float32Array>();

  constructor(private readonly start: () => Promise<LayOut>) {}

  known(key: string): Float32Array | null {
    return this.#known.get(key) ?? null;
  }

  /** Calls `placed` with the places as they become better. @returns what gives it up */
  ask(
    { key, links, isKept }: WantedLayout,
    placed: (laid: Laid) => void,
    failed: (error: Error) => void,
  ): () => void {
    let isOver = false;
    let stop = () => {};
    const end = (places: Float32Array) => {
      this.#keep(key, places);
      placed({ places, part: 1 });
    };
    const work = async () => {
      const kept = isKept ? await readSavedPlaces(getLayoutName(key), 2 * (links.offsets.length - 1)) : null;
      if (isOver) return;
      if (kept) return end(kept);
      const layOut = await this.start();
      if (isOver) return;
      stop = layOut(links, {
        failed,
        placed(laid) {
          if (laid.part < 1) return placed(laid);
          if (isKept) void savePlaces(getLayoutName(key), laid.places, Date.now());
          end(laid.places);
        },
      });
    };
    work().catch((error: unknown) => {
      if (!isOver) failed(new Error(getErrorMessage(error)));
    });
    return () => {
      isOver = true;
      stop();
    };
  }

  #keep(key: string, places: Float32Array): void {
    this.#known.set(key, places);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_CACHED_NETWORK_LAYOUTS) this.#known.delete(oldest);
  }
}

const getLayoutName = (key: string): string => `${LAYOUT_VERSION} ${key}`;

const shared = new Layouts(
  async () => (await import('../../workers/layout/startNetworkLayout.ts')).startNetworkLayout,
);

/** A layout that could not be made. */
export interface NotLaid {
  /** In one line. */
  readonly why: string;
  again(): void;
}

/** The places of a network, better ones as they come; null before the first. */
export function usePlaces(wanted: WantedLayout | null, layouts = shared): Laid | NotLaid | null {
  const [told, setTold] = useState<{ readonly key: string; readonly laid: Laid | NotLaid } | null>(null);
  const [tries, setTries] = useState(0);
  const known = wanted && layouts.known(wanted.key);
  const isKnown = known !== null;
  useEffect(() => {
    if (wanted === null || isKnown) return;
    const { key } = wanted;
    const again = () => {
      setTold(null);
      setTries(count => count + 1);
    };
    return layouts.ask(
      wanted,
      laid => setTold({ key, laid }),
      error => setTold({ key, laid: { why: error.message, again } }),
    );
  }, [wanted?.key, isKnown, layouts, tries]);
  if (wanted === null) return null;
  if (known) return { places: known, part: 1 };
  return told?.key === wanted.key ? told.laid : null;
}
