import type { MemoryTrace } from '../../../../engine/models/librarian/detail.ts';
import { niceMax } from '../../../charts/distribution.ts';
import type { MemoryLayout, MemoryRun } from './layout.ts';

/** Vertical layout of working memory and storage. */
export interface MemoryRoom {
  /** y of the base line, pixels. */
  readonly base: number;
  /** y of storage's upper edge. */
  readonly hang: number;
  /** Pixels per token. */
  readonly working: number;
  readonly storage: number;
}

/** Space above the plot for the words of the hard limit. */
const HEAD = 52;
/** Space between working memory and storage. */
const GAP = 6;
const FOOT = 10;
/** Working memory's share of the height. */
const SHARE = 0.6;
/** Highest limit that is in the picture from the first tick on, tokens. */
const USUAL = 10_000;
/** Factor within which memory must come for a higher limit to appear. */
const NEAR = 8;
/** Least tokens on storage's scale, so that the first entries do not change it one by one. */
const LEAST_STORAGE = 4000;

/** The limits that are in the picture; a very high one would flatten everything else. */
export const limitsShown = (
  { pagingLimit, hardLimit }: Pick<MemoryTrace, 'pagingLimit' | 'hardLimit'>,
  most: number,
): { readonly paging: number | null; readonly hard: number | null } => {
  const shown = (limit: number | null) =>
    limit !== null && limit <= Math.max(USUAL, most * NEAR) ? limit : null;
  return { paging: shown(pagingLimit), hard: shown(hardLimit) };
};

/** Divides the height, CSS pixels, between working memory and storage, each with a scale of its own. */
export function roomOf(
  trace: Pick<MemoryTrace, 'pagingLimit' | 'hardLimit'>,
  { working, storage }: Pick<MemoryLayout, 'working' | 'storage'>,
  height: number,
): MemoryRoom {
  const { paging, hard } = limitsShown(trace, working.most);
  const top = Math.max(hard ?? 0, paging ?? 0, working.most);
  const base = Math.round(HEAD + (height - HEAD - GAP - FOOT) * SHARE);
  const hang = base + GAP;
  return {
    base,
    hang,
    working: (base - HEAD) / (hard === null ? niceMax(top) : Math.max(top, 1)),
    storage: Math.max(1, height - FOOT - hang) / niceMax(Math.max(storage.most, LEAST_STORAGE)),
  };
}

/** Upper and lower edge of a run. */
export function edgesOf(room: MemoryRoom, { span, base }: MemoryRun): readonly [top: number, bottom: number] {
  if (span.place === 'working') {
    const bottom = room.base - base * room.working;
    return [bottom - span.tokens * room.working, bottom];
  }
  const top = room.hang + base * room.storage;
  return [top, top + span.tokens * room.storage];
}

/** y of the middle of a run of an entry. */
export const middleOf = (room: MemoryRoom, run: MemoryRun): number => {
  const [top, bottom] = edgesOf(room, run);
  return (top + bottom) / 2;
};
