import type { CallRow, CallTree } from '../../../../engine/models/recorded/clock/buildCallTree.ts';
import type { TableData } from '../../../controls/tableData.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import { formatClockDay, formatClockDuration, formatClockTime } from './clockTicks.ts';
import { type ClockWindow, fitClockWindow } from './clockWindow.ts';

/** A row that is seen, with its place in the tree. */
export interface SeenRow {
  readonly row: CallRow;
  readonly key: string;
  /** True if rows are folded below it. */
  readonly isFolded: boolean;
  /** Position of the row above it in the tree, among those seen; −1 for none. */
  readonly parent: number;
}

/** The same for the same row of a later tree. */
const getRowKey = ({ agent, step, kind }: CallRow): string => `${agent} ${step ?? ''} ${kind}`;

/** Position of the turn that has a step, else of the last one; −1 if there are no turns. */
export function findCurrentTurn({ rows, agent }: CallTree, step: number | null): number {
  let current = -1;
  for (let i = 0; i < rows.length; i += 1 + rows[i].below) {
    if (rows[i].kind !== 'turn') continue;
    if (step !== null && current >= 0 && rows[i].agent === agent && (rows[i].step ?? 0) > step) break;
    current = i;
  }
  return current;
}

/** Keys of the rows within which a step of the tree's case lies, from the top. */
export function listKeysAround({ rows, agent }: CallTree, step: number): readonly string[] {
  const at = rows.findIndex(row => row.agent === agent && row.step === step && isStepRow(row));
  return rows.flatMap((row, i) => (i < at && at <= i + row.below ? [getRowKey(row)] : []));
}

/** True for the row of a step, false for one that holds others. */
export const isStepRow = ({ kind }: CallRow): boolean => !['turn', 'agent', 'calls'].includes(kind);

/**
 * Rows that are seen. Like calls are folded, and turns but the current one, unless the user has decided; the selected step is
 * never folded away by itself.
 * @param step the selected one; null for none
 * @param decided by key: true for a row that is folded
 */
export function listSeenRows(
  tree: CallTree,
  step: number | null,
  decided: ReadonlyMap<string, boolean>,
): readonly SeenRow[] {
  const { rows } = tree;
  const current = findCurrentTurn(tree, step);
  const around = new Set(step === null ? [] : listKeysAround(tree, step));
  const seen: SeenRow[] = [];
  const above: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const key = getRowKey(row);
    const isUsual = !around.has(key) && (row.kind === 'calls' || (row.kind === 'turn' && i !== current));
    const isFolded = row.below > 0 && (decided.get(key) ?? isUsual);
    above.length = row.depth;
    above.push(seen.push({ row, key, isFolded, parent: above.at(-1) ?? -1 }) - 1);
    if (isFolded) i += row.below;
  }
  return seen;
}

/** Least share of the stretch of all rows that their steps need to be distinguished in it. */
const MIN_STEPS_SHARE = 0.05;

/**
 * The stretch of time of some rows: of the steps alone if turns that are folded lie far from them. Null if none has a time.
 * @param now the present, for a case under way; else null
 */
export function measureRows(rows: readonly SeenRow[], now: number | null): ClockWindow | null {
  const known = rows.filter(({ row }) => row.at !== null);
  const steps = measureStretch(
    known.filter(({ row }) => row.kind !== 'turn' && row.kind !== 'agent'),
    now,
  );
  const all = measureStretch(known, now);
  if (all === null) return null;
  const isApart =
    steps !== null &&
    steps.until > steps.from &&
    steps.until - steps.from < MIN_STEPS_SHARE * (all.until - all.from);
  const { from, until } = isApart ? steps : all;
  return fitClockWindow(from, until);
}

function measureStretch(rows: readonly SeenRow[], now: number | null): ClockWindow | null {
  if (rows.length === 0) return null;
  let [from, until] = [Number.POSITIVE_INFINITY, now ?? Number.NEGATIVE_INFINITY];
  for (const { row } of rows) {
    from = Math.min(from, row.at ?? from);
    until = Math.max(until, row.until ?? row.at ?? until);
  }
  return { from, until };
}

/** Name of a row in plain words. */
export const nameRow = ({ kind, name, below }: CallRow): string =>
  kind === 'model'
    ? 'model'
    : kind === 'agent'
      ? `↳ ${name || 'sub-agent'}`
      : kind === 'calls'
        ? `${name}: ${below} calls`
        : kind === 'person'
          ? `${name} waits for a person`
          : name;

/** True for the step that has not ended: it began then, or it ended by asking a person then. */
export const isOpenRow = ({ at, until, below }: CallRow, openSince: number | null): boolean =>
  openSince !== null && below === 0 && (at === openSince || until === openSince);

/** "1.2 s", "12 s so far"; empty if it is unknown. @param openSince begin of the step that has not ended */
export function formatTook(row: CallRow, openSince: number | null, now: number | null): string {
  const { at, until, below } = row;
  if (at === null) return '';
  if (now !== null && openSince !== null && isOpenRow(row, openSince))
    return `${formatClockDuration(Math.max(0, now - openSince))} so far`;
  // Of steps without ends that began at once nobody knows how long they took.
  const isUnknown = until === null || until < at || (until === at && below > 0);
  return isUnknown ? '' : formatClockDuration(until - at);
}

/** The tree as a table. */
export const buildCallsTable = ({ rows }: CallTree): TableData => ({
  head: ['Row', 'Level', 'Step', 'Details', 'Began', 'Took, s', 'Tokens', 'Failed'],
  first: 'as they were made',
  rows: rows.map(row => [
    escapeInvisibleText(nameRow(row)),
    row.depth + 1,
    row.step ?? '',
    escapeInvisibleText(row.detail),
    row.at === null ? '' : `${formatClockDay(row.at)} ${formatClockTime(row.at, 1)}`,
    row.at === null || row.until === null ? '' : Math.round(row.until - row.at) / 1000,
    row.tokens ?? '',
    row.isFailed ? 'yes' : '',
  ]),
});
