import type { Files, Setup } from '../../../engine/config.ts';
import { laidAside } from '../../files/editing.ts';
import { KeptText } from '../../files/keptText.ts';
import type { PageStore } from '../../store/pageState.ts';

const KEPT = new KeptText('workflow', 'statescope-workflow');

/** The own text of the last run that had one; null: none is in this browser. */
export const keptOwnText = () => KEPT.text();

/** A workflow of the user's is kept for a reload. */
export const OWN_WORKFLOW = {
  inputs: () => KEPT.inputs(),
  filesOf: (setup: Setup) => KEPT.filesOf(setup),
  keep: (files: Files) => KEPT.keep(files),
  leave({ workflow }: Files, store: PageStore): void {
    for (const { name, bytes } of workflow ?? [])
      store.getState().edit(edits => laidAside(edits, name, new TextDecoder().decode(bytes)));
  },
};
