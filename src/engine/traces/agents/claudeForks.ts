import { compareCodeUnits } from '../../files/textFile.ts';
import type { SessionLine } from './claudeLine.ts';

/** Lines that are kept, and those that are copies of them. */
interface KeptLines {
  readonly kept: readonly SessionLine[];
  /** Copies in another session than that in which the line was written. */
  readonly forked: readonly SessionLine[];
  /** Copies in the same session, of another file. */
  readonly repeated: readonly SessionLine[];
}

/**
 * Forks repeat the lines of the session that they go on from, with their uuids: each line belongs to the session in
 * which it was written, whatever files hold it.
 */
export function keepOriginalLines(
  lines: readonly SessionLine[],
  firstTimes: ReadonlyMap<string, number>,
): KeptLines {
  const byUuid = new Map<string, SessionLine[]>();
  for (const line of lines) {
    if (line.uuid === null) continue;
    const found = byUuid.get(line.uuid);
    if (found === undefined) byUuid.set(line.uuid, [line]);
    else found.push(line);
  }
  if (byUuid.size === lines.length) return { kept: lines, forked: [], repeated: [] };
  const sessions = new Ancestry(lines, firstTimes);
  const best = new Map<string, SessionLine>();
  for (const [uuid, copies] of byUuid) {
    if (copies.length < 2) continue;
    const owner = sessions.eldest(copies.map(({ session }) => session));
    const own = copies.filter(({ session }) => session === owner);
    best.set(uuid, own.reduce(selectBetterCopy));
  }
  const [kept, forked, repeated]: SessionLine[][] = [[], [], []];
  for (const line of lines) {
    const chosen = line.uuid === null ? undefined : best.get(line.uuid);
    if (chosen === undefined || chosen === line) kept.push(line);
    else (chosen.session === line.session ? repeated : forked).push(line);
  }
  return { kept, forked, repeated };
}

/** Of two copies in one session the one in its log counts before a printed one, then the file whose name is first. */
function selectBetterCopy(one: SessionLine, other: SessionLine): SessionLine {
  if (one.isPrinted !== other.isPrinted) return one.isPrinted ? other : one;
  return compareCodeUnits(one.place.file, other.place.file) <= 0 ? one : other;
}

/** Which of sessions that share lines was there first. */
class Ancestry {
  private readonly uuids = new Map<string, Map<string, number>>();
  private readonly parents = new Map<string, string>();
  private readonly elders = new Map<string, boolean>();

  constructor(
    lines: readonly SessionLine[],
    private readonly firstTimes: ReadonlyMap<string, number>,
  ) {
    for (const { session, uuid, time, forkedFrom } of lines) {
      if (uuid !== null) {
        const found = this.uuids.get(session) ?? new Map<string, number>();
        this.uuids.set(session, found.set(uuid, time ?? Number.POSITIVE_INFINITY));
      }
      if (forkedFrom !== null && forkedFrom !== session) this.parents.set(session, forkedFrom);
    }
  }

  eldest(sessions: readonly string[]): string {
    return [...new Set(sessions)].reduce((one, other) => (this.isElder(one, other) ? one : other));
  }

  /** Forks share thousands of lines: their sessions are compared once. */
  private isElder(one: string, other: string): boolean {
    const pair = `${one} ${other}`;
    const known = this.elders.get(pair);
    if (known !== undefined) return known;
    const found = this.compare(one, other) <= 0;
    this.elders.set(pair, found);
    return found;
  }

  private compare(one: string, other: string): number {
    if (this.isAncestor(one, other)) return -1;
    if (this.isAncestor(other, one)) return 1;
    const [first, second] = [one, other].map(session => this.firstTimes.get(session) ?? 0);
    // A fork copies what was said with its times, not the bookkeeping lines.
    if (first !== second) return first - second;
    // Who has nothing of its own is the beginning of the other; else who went on first.
    const [own, others] = [this.firstOwn(one, other), this.firstOwn(other, one)];
    if ((own === null) !== (others === null)) return own === null ? -1 : 1;
    return (own ?? 0) - (others ?? 0) || compareCodeUnits(one, other);
  }

  private isAncestor(elder: string, session: string): boolean {
    let found = this.parents.get(session);
    for (let steps = 0; found !== undefined && steps < this.parents.size; steps++) {
      if (found === elder) return true;
      found = this.parents.get(found);
    }
    return found === elder;
  }

  /** Time of the first line that a session has and another has not; null for none. */
  private firstOwn(session: string, other: string): number | null {
    const others = this.uuids.get(other);
    let first: number | null = null;
    for (const [uuid, time] of this.uuids.get(session) ?? [])
      if (others?.has(uuid) !== true) first = Math.min(first ?? time, time);
    return first;
  }
}
