import { getFileStem } from '../../engine/files/getFileStem.ts';
import { getCurrentAppearance } from '../model/getModelAppearance.ts';
import type { PageState } from '../state/pageState.ts';

/**
 * Stem for names of files made of recordings: the bundled set, or the user's file without its endings; empty for a run
 * without recordings.
 */
export function getRecordingSetStem({ run }: Pick<PageState, 'run'>): string {
  const { presetsAre } = getCurrentAppearance({ run });
  if (run === null || presetsAre === undefined) return '';
  const { setup, info } = run;
  const isOwn = setup.own?.includes(presetsAre) === true;
  const name = isOwn ? info.config.inputInfo[presetsAre]?.name : setup.preset;
  return getFileStem(name ?? '');
}

/** Parts of a file's name, those that there are, none twice in a row. */
export const joinFileNameParts = (...parts: readonly string[]): string =>
  parts
    .filter(Boolean)
    .filter((part, i, all) => part !== all[i - 1])
    .join('-');
