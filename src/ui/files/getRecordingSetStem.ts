import { getCurrentAppearance } from '../model/getModelAppearance.ts';
import type { PageState } from '../state/pageState.ts';

/** Longest part of a file's name that is taken over, UTF-16 units. */
const MAX_STEM_LENGTH = 60;
const FILE_ENDINGS = /(\.(gz|zip|jsonl?|ndjson|csv|tsv|xes|xml|pb|traj|txt|ya?ml))+$/i;

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
  return (name ?? '')
    .replace(FILE_ENDINGS, '')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, MAX_STEM_LENGTH);
}

/** Parts of a file's name, those that there are, none twice in a row. */
export const joinFileNameParts = (...parts: readonly string[]): string =>
  parts
    .filter(Boolean)
    .filter((part, i, all) => part !== all[i - 1])
    .join('-');
