import type { Files, OwnInput, Setup } from '../../../engine/config.ts';
import { laidAside } from '../../files/editing.ts';
import { LONGEST_KEPT } from '../../files/edits.ts';
import { forget, parsed, remember } from '../../storage.ts';
import type { PageStore } from '../../store/pageState.ts';

/** A user's own text that a run is made from. */
interface OwnText {
  readonly name: string;
  readonly text: string;
}

const KEY = 'statescope-workflow';

/** Keeps an own text for reloads of the address, which only says that there was one. */
function keepOwnText({ name, text }: OwnText): void {
  const isKept = text.length <= LONGEST_KEPT && remember(KEY, JSON.stringify({ name, text }));
  // Otherwise an older text would be taken for it.
  if (!isKept) forget(KEY);
}

/** The own text of the last run that had one; null: none is in this browser. */
export function keptOwnText(): OwnText | null {
  const { name, text } = (parsed(KEY) ?? {}) as Partial<OwnText>;
  return typeof name === 'string' && typeof text === 'string' ? { name, text } : null;
}

/** A workflow of the user's is kept for a reload. */
export const OWN_WORKFLOW = {
  inputs: (): readonly OwnInput[] => (keptOwnText() === null ? [] : ['workflow']),
  /** Files that a set-up of the address merely names. */
  filesOf({ own }: Setup): Files {
    const kept = own?.includes('workflow') ? keptOwnText() : null;
    return kept ? { workflow: [{ name: kept.name, bytes: new TextEncoder().encode(kept.text) }] } : {};
  },
  keep({ workflow }: Files): void {
    for (const { name, bytes } of workflow ?? [])
      keepOwnText({ name, text: new TextDecoder().decode(bytes) });
  },
  leave({ workflow }: Files, store: PageStore): void {
    for (const { name, bytes } of workflow ?? [])
      store.getState().edit(edits => laidAside(edits, name, new TextDecoder().decode(bytes)));
  },
};
