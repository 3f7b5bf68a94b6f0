import type { Files, OwnInput, Setup } from '../../engine/config.ts';
import { forget, parsed, remember } from '../storage.ts';
import type { PageStore } from '../store/pageState.ts';
import { laidAside } from './editing.ts';
import { LONGEST_KEPT } from './edits.ts';

/** A user's own text that a run is made from. */
interface OwnText {
  readonly name: string;
  readonly text: string;
}

/** Keeps the own text of the last run that had one, for reloads of the address, which only says that there was one. */
export class KeptText {
  constructor(
    private readonly input: OwnInput,
    private readonly key: string,
  ) {}

  /** Null: none is in this browser. */
  text(): OwnText | null {
    const { name, text } = (parsed(this.key) ?? {}) as Partial<OwnText>;
    return typeof name === 'string' && typeof text === 'string' ? { name, text } : null;
  }

  inputs(): readonly OwnInput[] {
    return this.text() === null ? [] : [this.input];
  }

  /** Files that a set-up of the address merely names. */
  filesOf({ own }: Setup): Files {
    const kept = own?.includes(this.input) ? this.text() : null;
    return kept ? { [this.input]: [{ name: kept.name, bytes: new TextEncoder().encode(kept.text) }] } : {};
  }

  keep(files: Files): void {
    for (const { name, bytes } of files[this.input] ?? []) {
      const text = new TextDecoder().decode(bytes);
      const isKept = text.length <= LONGEST_KEPT && remember(this.key, JSON.stringify({ name, text }));
      // Otherwise an older text would be taken for it.
      if (!isKept) forget(this.key);
    }
  }

  /** A text that a run was made from is set aside when the next run is made from another one. */
  leave(files: Files, store: PageStore): void {
    const { input } = this;
    for (const { name, bytes } of files[input] ?? [])
      store
        .getState()
        .edit(edits => laidAside(edits, { name, text: new TextDecoder().decode(bytes), input }));
  }
}
