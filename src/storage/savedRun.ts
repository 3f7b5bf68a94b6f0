import { InputError } from '../engine/core/errors.ts';
import type { Tick } from '../engine/core/indices.ts';
import type { Files, NamedFile } from '../engine/files/namedFile.ts';
import type { Answer, OracleRecord } from '../engine/oracle/oracle.ts';
import type { OracleSetup } from '../engine/oracle/oracleSetup.ts';
import type { Change, Setup } from '../engine/setup/config.ts';
import type { StoredRecord } from './records.ts';

/** Heads of the records of a kept run, in the order in which things happened. The policy's answers follow from them. */
export type SavedHead =
  /** The first. */
  | { readonly kind: 'run'; readonly version: 1; readonly engine: string; readonly setup: Setup }
  /** A file of the user's; its bytes are the body. */
  | { readonly kind: 'file'; readonly input: string; readonly name: string; readonly isPrevious?: true }
  /** The document that a replay repeats; its bytes are the body. */
  | { readonly kind: 'recording'; readonly name: string }
  /** The end of what the run needs before its first tick. */
  | { readonly kind: 'begun' }
  /** All changes of parameters so far. */
  | { readonly kind: 'changes'; readonly changes: readonly Change[] }
  /** The decider from the next tick on, or its limits. */
  | { readonly kind: 'oracle'; readonly oracle: OracleSetup }
  | SavedTick;

/** A tick that has been played; of ticks that the policy decided, not each has a record. */
export interface SavedTick {
  readonly kind: 'tick';
  readonly tick: Tick;
  /** Chained hash after it. */
  readonly hash: string;
  /** Answers of an oracle other than the policy. */
  readonly answers?: readonly Answer[];
  /** Present if it differs from that of the tick before. */
  readonly record?: OracleRecord;
  /** True if another oracle decides from this tick on. */
  readonly isHandedOver?: true;
  /** On a language model, up to here. */
  readonly spent?: { readonly calls: number; readonly tokens: number };
}

/** A run as it was kept. */
export interface StoredRun {
  /** With the changes and the oracle that it had at its end. */
  readonly setup: Setup;
  readonly files: Files;
  /** The document that it repeats, of a replay; null for any other run. */
  readonly recording: NamedFile | null;
  readonly engine: string;
  /** Ticks that have a record, ascending. */
  readonly ticks: readonly SavedTick[];
  /** The reason for an incomplete run, in words; null for a whole one. */
  readonly damage: string | null;
}

/** True if the records hold all that a run needs before its first tick. */
export const hasStartRecords = (records: readonly StoredRecord[]): boolean =>
  records.some(({ head }) => (head as SavedHead).kind === 'begun');

/** Puts the records of a run together. @throws InputError for records that are not a run's */
export function assembleSavedRun(all: readonly StoredRecord[], damage: string | null): StoredRun {
  // If a full disk broke off its beginning, it begins again.
  const kindOf = ({ head }: StoredRecord) => (head as SavedHead).kind;
  const begun = all.findLastIndex(record => kindOf(record) === 'begun');
  const from = all.findLastIndex((record, i) => i < begun && kindOf(record) === 'run');
  const records = all.slice(Math.max(0, from));
  const [first, ...rest] = records.map(({ head }) => head as SavedHead);
  if (first?.kind !== 'run' || !hasStartRecords(records))
    throw new InputError(`nothing of it can be read${damage === null ? '' : `: ${damage}`}`);
  if (first.version !== 1) throw new InputError(`it was saved by a later version of Statescope`);
  const last = <Kind extends SavedHead['kind']>(kind: Kind) =>
    rest.findLast((head): head is Extract<SavedHead, { kind: Kind }> => head.kind === kind);
  const oracle = last('oracle')?.oracle ?? first.setup.oracle;
  const changes = last('changes')?.changes ?? first.setup.changes;
  const ticks = rest.filter(head => head.kind === 'tick');
  return {
    setup: { ...first.setup, oracle, changes },
    files: collectStoredFiles(all.slice(Math.max(0, from), begun)),
    recording: findStoredRecording(records),
    engine: first.engine,
    ticks,
    damage,
  };
}

function findStoredRecording(records: readonly StoredRecord[]): NamedFile | null {
  const record = records.find(({ head }) => (head as SavedHead).kind === 'recording');
  return record ? { name: (record.head as { name: string }).name, bytes: record.body } : null;
}

function collectStoredFiles(records: readonly StoredRecord[]): Files {
  const files: Record<string, NamedFile[]> = Object.create(null);
  for (const { head, body } of records) {
    const about = head as SavedHead;
    if (about.kind !== 'file') continue;
    files[about.input] ??= [];
    const same = files[about.input];
    const before = same.at(-1);
    if (about.isPrevious && before) same[same.length - 1] = { ...before, previous: body };
    else same.push({ name: about.name, bytes: body });
  }
  return files;
}
