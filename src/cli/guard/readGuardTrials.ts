import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GuardTrial, sumKnown } from '../../engine/guard/compareGuardArms.ts';
import type { GuardReport } from '../../engine/guard/guardDecision.ts';
import type { GuardPolicy } from '../../engine/guard/guardPolicy.ts';
import { computePolicyDigest, readGuardLines, replayGuardSession, SESSION_FILE } from './guardSessions.ts';

/** Outcome and amounts of a session from elsewhere; what is unknown is null. */
export interface SessionFacts {
  readonly outcome: GuardTrial['outcome'];
  readonly calls: number | null;
  readonly tokens: number | null;
  readonly usd: number | null;
}

/** The sessions of an experiment. */
interface GuardTrials {
  readonly trials: readonly GuardTrial[];
  /** Share of the sessions in which the guard was to act when these were drawn. */
  readonly act: number;
  /** Sessions that were drawn with another share: before and after cannot be compared by chance. */
  readonly ofOtherShares: number;
  /** Sessions that another policy, or another version of this one, decided. */
  readonly ofOthers: number;
  /** Facts that belong to no session in the folder. */
  readonly unmatched: number;
}

/**
 * Reads the sessions that a policy governed, each with its sub-agents.
 * @param folder of the sessions
 * @param facts by session, from traces or a table: where they are known they count, else what the guard itself noted
 */
export function readGuardTrials(
  folder: string,
  policy: GuardPolicy,
  facts: ReadonlyMap<string, SessionFacts>,
): GuardTrials {
  const digest = computePolicyDigest(policy);
  const shares = new Map<number, Map<string, GuardReport[]>>();
  let ofOthers = 0;
  for (const path of listSessionFiles(folder)) {
    const lines = readGuardLines(path);
    const [first] = lines;
    if (first?.kind !== 'session') continue;
    if (first.digest !== digest) {
      ofOthers++;
      continue;
    }
    const report = replayGuardSession(lines, policy, first.session, first.unit).report();
    const share = first.act ?? policy.act;
    const units = shares.get(share) ?? new Map<string, GuardReport[]>();
    shares.set(share, units);
    units.set(first.unit, [...(units.get(first.unit) ?? []), report]);
  }
  const [act, units] = selectShare(shares, policy.act);
  const known = new Set([...shares.values()].flatMap(one => [...one.keys()]));
  return {
    ...{ act, ofOtherShares: known.size - units.size },
    trials: [...units].map(([session, reports]) => toTrial(session, reports, facts.get(session))),
    ofOthers,
    unmatched: [...facts.keys()].filter(session => !known.has(session)).length,
  };
}

type UnitsByShare = ReadonlyMap<number, ReadonlyMap<string, readonly GuardReport[]>>;

/** The sessions drawn with the policy's share; if there are none, those of the share with most sessions. */
function selectShare(
  shares: UnitsByShare,
  now: number,
): readonly [act: number, units: ReadonlyMap<string, readonly GuardReport[]>] {
  const own = shares.get(now);
  if (own !== undefined) return [now, own];
  const [most] = [...shares].sort(([, a], [, b]) => b.size - a.size);
  return most ?? [now, new Map()];
}

const listSessionFiles = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map(name => join(folder, name, SESSION_FILE))
        .filter(existsSync)
    : [];

function toTrial(session: string, reports: readonly GuardReport[], facts?: SessionFacts): GuardTrial {
  const count = (kind: string): number =>
    reports.reduce((sum, { events }) => sum + events.filter(event => event.kind === kind).length, 0);
  const spent = (budget: keyof GuardReport['spent']) => sumKnown(reports.map(one => one.spent[budget]));
  return {
    ...{ session, acts: reports[0].acts, outcome: facts?.outcome ?? null },
    calls: facts?.calls ?? spent('calls'),
    tokens: facts?.tokens ?? spent('tokens'),
    usd: facts?.usd ?? spent('usd'),
    // Sub-agents work within the time of the session that started them.
    minutes: reports.reduce<number | null>(
      (longest, { spent: { minutes } }) => (minutes === null ? longest : Math.max(longest ?? 0, minutes)),
      null,
    ),
    isStopped: reports.some(({ stop }) => stop !== null),
    ...{ advised: count('advise'), obeyed: count('obeyed'), ignored: count('ignored') },
  };
}
