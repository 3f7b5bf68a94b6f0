import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { sha256OfText } from '#sha256';
import { Guard } from '../../engine/guard/guard.ts';
import {
  type GuardCall,
  type GuardCosts,
  type GuardResult,
  reduceGuardCall,
  reduceGuardResult,
} from '../../engine/guard/guardCall.ts';
import type { GuardAction, GuardDecision } from '../../engine/guard/guardDecision.ts';
import type { GuardPolicy } from '../../engine/guard/guardPolicy.ts';
import type { GuardEventKind } from '../../engine/traces/guardSteps.ts';
import { acquireFolderLock } from '../files/acquireFolderLock.ts';

/** A line of a session's file. `key`: the turn of a conversation that it notes, for requests that repeat it. */
export type GuardLine =
  | {
      readonly kind: 'session';
      readonly session: string;
      /** The session that it belongs to, if it is a sub-agent's; else itself. */
      readonly unit: string;
      readonly policy: string;
      /** Digest of the policy that decided. */
      readonly digest: string;
      readonly agent: string;
      readonly acts: boolean;
      /** Share of the sessions in which the guard acted when this one was drawn; absent in files of the first version. */
      readonly act?: number;
      readonly at: number;
    }
  | { readonly kind: 'before'; readonly call: GuardCall; readonly canAdvise: boolean; readonly key?: string }
  | {
      readonly kind: 'after';
      readonly call: GuardCall;
      readonly result: GuardResult;
      readonly key?: string;
    }
  | { readonly kind: 'message'; readonly key?: string }
  | { readonly kind: 'cancel'; readonly call: GuardCall }
  | { readonly kind: 'spend'; readonly costs: GuardCosts }
  | {
      readonly kind: 'decision';
      readonly would: GuardAction;
      readonly rule: string | null;
      readonly step: number;
    }
  | {
      readonly kind: 'event';
      readonly event: GuardEventKind;
      readonly rule: string;
      readonly step: number;
      readonly text: string;
      readonly at: number;
    };

/** A guarded session while somebody has its lock. */
export interface GuardedSession {
  readonly guard: Guard;
  /** Decisions to stop so far: an agent that heeds the first makes no call that needs another. */
  readonly stopsIgnored: number;
  before(call: GuardCall, canAdvise: boolean): GuardDecision;
  after(call: GuardCall, result: GuardResult): GuardDecision;
  /** Takes back a call that does not run after all. */
  cancel(call: GuardCall): void;
  spend(costs: GuardCosts): void;
}

/** Name of the file in a session's folder. */
export const SESSION_FILE = 'session.jsonl';
/** Milliseconds that a process has a session at most: a hook takes some hundredths of a second. */
const MAX_LOCK_MS = 30_000;
/** Milliseconds between two tries for the lock. */
const LOCK_PAUSE = 4;
const MAX_NAME_LENGTH = 60;

/**
 * Uses a session: its file is read, what happens is appended before anybody learns of the decision, and no other
 * process has the session meanwhile.
 * @param folder of all sessions; made if it is missing
 * @param patience milliseconds that may pass until the lock is free
 * @throws Error if the lock is not free in time, or the file cannot be read
 */
export function useGuardSession<T>(
  {
    folder,
    policy,
    agent,
    patience,
  }: {
    readonly folder: string;
    readonly policy: GuardPolicy;
    readonly agent: string;
    readonly patience: number;
  },
  { session, unit }: { readonly session: string; readonly unit: string },
  use: (open: GuardedSession) => T,
): T {
  const own = join(folder, formatSessionFolder(session));
  const release = waitForLock(own, patience);
  try {
    const path = join(own, SESSION_FILE);
    const lines = existsSync(path) ? readGuardLines(path) : [];
    const guard = replayGuardSession(lines, policy, session, unit);
    const write = createLineWriter(path);
    if (lines.length === 0) write(createSessionLine(guard, { session, unit, policy, agent }));
    return use(openSession(guard, lines, write));
  } finally {
    release();
  }
}

/** A result as it may stand in a file: equal ones stay equal, and none can be read. */
export function concealResult(result: GuardResult): GuardResult {
  const { outputHash, ...rest } = reduceGuardResult(result);
  // The key of a short text is the text.
  return outputHash === undefined ? rest : { ...rest, outputHash: sha256OfText(outputHash).slice(0, 32) };
}

/** The first line of a session's file. */
export const createSessionLine = (
  guard: Guard,
  {
    session,
    unit,
    policy,
    agent,
  }: {
    readonly session: string;
    readonly unit: string;
    readonly policy: GuardPolicy;
    readonly agent: string;
  },
): GuardLine => ({
  ...{ kind: 'session', session, unit, policy: policy.name, digest: computePolicyDigest(policy), agent },
  ...{ acts: guard.report().acts, act: policy.act, at: Date.now() },
});

/** Digest of all that a policy decides by: how much it acts and why it was written may change in mid-experiment. */
export const computePolicyDigest = ({ act: _, evidence: __, ...policy }: GuardPolicy): string =>
  sha256OfText(JSON.stringify(policy)).slice(0, 16);

/** Folder name of a session: readable, and different for different ids. */
export const formatSessionFolder = (session: string): string =>
  `${session.replace(/[^\w.-]+/g, '_').slice(0, MAX_NAME_LENGTH)}-${sha256OfText(session).slice(0, 8)}`;

/** The whole lines of a session's file; a line that was cut off by a crash is left out. */
export const readGuardLines = (path: string): readonly GuardLine[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap(line => parseGuardLine(line) ?? []);

function parseGuardLine(line: string): GuardLine | null {
  if (line === '') return null;
  try {
    return JSON.parse(line) as GuardLine;
  } catch {
    return null;
  }
}

/** A guard where a session's lines end. In a session that began, it acts or not as it was drawn then. */
export function replayGuardSession(
  lines: readonly GuardLine[],
  policy: GuardPolicy,
  session: string,
  unit: string,
): Guard {
  const [first] = lines;
  const drawn = first?.kind === 'session' ? { ...policy, act: first.acts ? 1 : 0 } : policy;
  const guard = new Guard(drawn, session, unit);
  for (const line of lines) {
    if (line.kind === 'before') guard.before(line.call, { canAdvise: line.canAdvise });
    else if (line.kind === 'after') guard.after(line.call, line.result);
    else if (line.kind === 'cancel') guard.cancel(line.call);
    else if (line.kind === 'message') guard.message(null);
    else if (line.kind === 'spend') guard.spend(line.costs);
  }
  return guard;
}

function openSession(
  guard: Guard,
  lines: readonly GuardLine[],
  write: (line: GuardLine) => void,
): GuardedSession {
  const writeEvents = createEventWriter(guard, lines, write);
  writeEvents();
  const keep = (line: GuardLine, decision: GuardDecision, at: number | undefined): GuardDecision => {
    const { would, rule } = decision;
    write(line);
    writeEvents(at);
    if (would !== 'allow') write({ kind: 'decision', would, rule, step: guard.report().steps });
    return decision;
  };
  return {
    guard,
    stopsIgnored: lines.filter(line => line.kind === 'decision' && line.would === 'stop').length,
    before(call, canAdvise) {
      const reduced = reduceGuardCall(call);
      return keep(
        { kind: 'before', call: reduced, canAdvise },
        guard.before(reduced, { canAdvise }),
        call.at,
      );
    },
    after(call, result) {
      const [reducedCall, reduced] = [reduceGuardCall(call), concealResult(result)];
      return keep(
        { kind: 'after', call: reducedCall, result: reduced },
        guard.after(reducedCall, reduced),
        result.until,
      );
    },
    cancel(call) {
      const reduced = reduceGuardCall(call);
      guard.cancel(reduced);
      write({ kind: 'cancel', call: reduced });
      writeEvents();
    },
    spend(costs) {
      guard.spend(costs);
      write({ kind: 'spend', costs });
      writeEvents();
    },
  };
}

/**
 * Appends the guard's decisions, and what followed from them, that are not in its file yet: those of the last line, and
 * those that a crash kept from it.
 * @param lines of the file when it was opened
 * @returns a function that appends them with a time, milliseconds since 1970, by default now
 */
export function createEventWriter(
  guard: Guard,
  lines: readonly GuardLine[],
  write: (line: GuardLine) => void,
): (at?: number) => void {
  let written = lines.filter(({ kind }) => kind === 'event').length;
  return (at = Date.now()) => {
    for (const { kind, ...event } of guard.listEvents(written)) {
      write({ kind: 'event', event: kind, ...event, at });
      written++;
    }
  };
}

/** Appends lines; after one that a crash cut off, the first begins on a line of its own. */
export function createLineWriter(path: string): (line: GuardLine) => void {
  let start = endsInMidLine(path) ? '\n' : '';
  return line => {
    appendFileSync(path, `${start}${JSON.stringify(line)}\n`, { mode: 0o600 });
    start = '';
  };
}

function endsInMidLine(path: string): boolean {
  if (!existsSync(path)) return false;
  const { size } = statSync(path);
  if (size === 0) return false;
  const file = openSync(path, 'r');
  try {
    const last = Buffer.alloc(1);
    readSync(file, last, 0, 1, size - 1);
    return last[0] !== 0x0a;
  } finally {
    closeSync(file);
  }
}

function waitForLock(folder: string, patience: number): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A clock that jumps changes no wait.
  const end = performance.now() + patience;
  for (;;) {
    try {
      return acquireFolderLock(folder, MAX_LOCK_MS);
    } catch (error) {
      if (performance.now() >= end) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_PAUSE);
  }
}
