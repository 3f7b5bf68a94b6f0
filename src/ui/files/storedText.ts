import type { Files } from '../../engine/files/namedFile.ts';
import type { OwnInput, Setup } from '../../engine/setup/config.ts';
import { readStoredJson, removeStoredItem, writeStoredItem } from '../lib/storedItems.ts';
import { MAX_KEPT_EDIT_LENGTH } from '../state/edits.ts';
import type { PageStore } from '../state/pageState.ts';
import { setDraftAside } from './draftEditing.ts';

/** A user's own text that a run is made from. */
interface OwnText {
  readonly name: string;
  readonly text: string;
}

/**
 * Keeps the own text of the last run that had one, for reloads of the address, which only has its existence. A text
 * that came with an address is lent: it is kept for this tab, and leaves the user's own in its place.
 */
export class StoredText {
  #lent: OwnText | null = null;

  constructor(
    private readonly input: OwnInput,
    private readonly key: string,
  ) {}

  /** Null: none is in this browser. */
  text(): OwnText | null {
    return parseOwnText(readStoredJson(this.key));
  }

  /** The text that came with the address of this tab; null for none. */
  lent(): OwnText | null {
    this.#lent ??= parseOwnText(readTabItem(this.key));
    return this.#lent;
  }

  /** Takes note of files that came with an address. */
  lend(files: Files): void {
    for (const { name, bytes } of files[this.input] ?? []) {
      const lent = { name, text: new TextDecoder().decode(bytes) };
      this.#lend(lent.text === this.text()?.text ? null : lent);
    }
  }

  inputs(): readonly OwnInput[] {
    return (this.lent() ?? this.text()) === null ? [] : [this.input];
  }

  /** Files that a set-up of the address merely names. */
  filesOf({ own }: Pick<Setup, 'own'>): Files {
    const kept = own?.includes(this.input) ? (this.lent() ?? this.text()) : null;
    return kept ? { [this.input]: [{ name: kept.name, bytes: new TextEncoder().encode(kept.text) }] } : {};
  }

  keep(files: Files): void {
    for (const { name, bytes } of files[this.input] ?? []) {
      const text = new TextDecoder().decode(bytes);
      if (text === this.lent()?.text) continue;
      this.#lend(null);
      const isKept =
        text.length <= MAX_KEPT_EDIT_LENGTH && writeStoredItem(this.key, JSON.stringify({ name, text }));
      // Otherwise an older text would be taken for it.
      if (!isKept) removeStoredItem(this.key);
    }
  }

  #lend(lent: OwnText | null): void {
    this.#lent = lent;
    try {
      if (lent === null) sessionStorage.removeItem(this.key);
      else sessionStorage.setItem(this.key, JSON.stringify(lent));
    } catch {
      // Then it is there until the tab is loaded again.
    }
  }

  /** A text that a run was made from is set aside when the next run is made from another one. */
  leave(files: Files, store: PageStore): void {
    const { input } = this;
    for (const { name, bytes } of files[input] ?? [])
      store
        .getState()
        .edit(edits => setDraftAside(edits, { name, text: new TextDecoder().decode(bytes), input }));
  }
}

/** Value stored for this tab; null if there is nothing, or storage is forbidden. */
function readTabItem(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function parseOwnText(stored: unknown): OwnText | null {
  const { name, text } = (stored ?? {}) as Partial<OwnText>;
  return typeof name === 'string' && typeof text === 'string' ? { name, text } : null;
}
