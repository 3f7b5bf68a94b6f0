import type { MemoryTrace } from '../../../../engine/models/librarian/reports/librarianDetail.ts';
import { roundUpScaleMax } from '../../../charts/distribution.ts';
import type { MemoryLayout, MemoryRun } from './memoryLayout.ts';

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
const MEMORY_HEAD_HEIGHT = 52;
/** Space between working memory and storage. */
const MEMORY_GAP = 6;
const MEMORY_FOOT_HEIGHT = 10;
/** Working memory's share of the height. */
const SHARE = 0.6;
/** A limit is in the picture up to this factor above the maximum. */
const LIMIT_IN_VIEW_FACTOR = 1.3;

type Bounds = Pick<MemoryTrace, 'pagingLimit' | 'hardLimit' | 'textTokens'>;

/** Tokens that working memory has reached or, the text being as long as it is, will reach below its lower limit. */
const computeWantedTokens = ({ pagingLimit, hardLimit, textTokens }: Bounds, most: number): number =>
  Math.max(most, Math.min(textTokens, pagingLimit ?? textTokens, hardLimit ?? textTokens));

/** Tokens of a text that go to storage, about; half of the paging limit stays. */
const estimateStoredTokens = ({ pagingLimit, hardLimit, textTokens }: Bounds): number => {
  if (pagingLimit !== null && textTokens > pagingLimit) return textTokens - pagingLimit / 2;
  return hardLimit === null ? 0 : Math.max(0, textTokens - hardLimit);
};

/** The limits that are in the picture; one far above what is reached would flatten everything else. */
export const selectVisibleLimits = (
  trace: Bounds,
  most: number,
): { readonly paging: number | null; readonly hard: number | null } => {
  const top = LIMIT_IN_VIEW_FACTOR * computeWantedTokens(trace, most);
  const shown = (limit: number | null) => (limit !== null && limit <= top ? limit : null);
  return { paging: shown(trace.pagingLimit), hard: shown(trace.hardLimit) };
};

/** Divides the height, CSS pixels, between working memory and storage, each with a scale of its own. */
export function divideMemoryRoom(
  trace: Bounds,
  { working, storage }: Pick<MemoryLayout, 'working' | 'storage'>,
  height: number,
): MemoryRoom {
  const { paging, hard } = selectVisibleLimits(trace, working.most);
  const top = Math.max(hard ?? 0, paging ?? 0, computeWantedTokens(trace, working.most));
  const base = Math.round(
    MEMORY_HEAD_HEIGHT + (height - MEMORY_HEAD_HEIGHT - MEMORY_GAP - MEMORY_FOOT_HEIGHT) * SHARE,
  );
  const hang = base + MEMORY_GAP;
  return {
    base,
    hang,
    working: (base - MEMORY_HEAD_HEIGHT) / roundUpScaleMax(top),
    storage:
      Math.max(1, height - MEMORY_FOOT_HEIGHT - hang) /
      roundUpScaleMax(Math.max(storage.most, estimateStoredTokens(trace))),
  };
}

/** Upper and lower edge of a run. */
export function getMemoryRunEdges(
  room: MemoryRoom,
  { span, base }: MemoryRun,
): readonly [top: number, bottom: number] {
  if (span.place === 'working') {
    const bottom = room.base - base * room.working;
    return [bottom - span.tokens * room.working, bottom];
  }
  const top = room.hang + base * room.storage;
  return [top, top + span.tokens * room.storage];
}

/** y of the middle of a run of an entry. */
export const getMemoryRunMiddle = (room: MemoryRoom, run: MemoryRun): number => {
  const [top, bottom] = getMemoryRunEdges(room, run);
  return (top + bottom) / 2;
};
