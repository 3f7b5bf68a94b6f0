import { InputError } from '../../core/errors.ts';
import { compareCodeUnits } from '../../files/textFile.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { addStepCosts } from '../traceSteps.ts';
import { subtractCosts, sumCostList } from '../usage.ts';
import { getPathValue, getTextField, isFieldsObject, type TraceFields } from '../values.ts';
import { type AgentCase, addAgentCases, BookLines } from './agentCases.ts';
import {
  isPrintedLine,
  isSessionLine,
  readSessionLine,
  readTurnResult,
  type SessionLine,
  type TurnResult,
} from './claudeLine.ts';
import { type ChainEntry, readSessionChain, type SessionChain } from './readSessionChain.ts';

/**
 * Session logs of Claude Code, one event in each line, and what `claude -p --output-format stream-json` prints of a
 * session. Sessions and their sub-agents may be spread over files, and forks repeat what they go on from.
 */
export const CLAUDE_CODE: ValueFormat = {
  name: 'Claude Code',
  fits: value =>
    isSessionLine(value) ||
    isPrintedLine(value) ||
    isClaudeAgentFile(value) ||
    isClaudeIndex(value) ||
    (getTextField(value, 'type') === 'queue-operation' && getTextField(value, 'sessionId') !== null),
  keepsBooks: value =>
    getTextField(value, 'type') !== null &&
    getTextField(value, 'sessionId', 'session_id', 'leafUuid', 'messageId') !== null,
  open: sink => new ClaudeSessions(sink),
};

/** The `agent-….meta.json` of a sub-agent, next to its log. */
const isClaudeAgentFile = (value: unknown): boolean =>
  getTextField(value, 'agentType') !== null &&
  getTextField(value, 'type') === null &&
  (getTextField(value, 'toolUseId', 'description') !== null ||
    getPathValue(value, 'spawnDepth') !== undefined);

/** `sessions-index.json`, and a prompt in `history.jsonl`. */
const isClaudeIndex = (value: unknown): boolean =>
  (getTextField(value, 'originalPath') !== null && Array.isArray(getPathValue(value, 'entries'))) ||
  (getTextField(value, 'display') !== null &&
    getTextField(value, 'project') !== null &&
    getPathValue(value, 'pastedContents') !== undefined);

/** Facts about a sub-agent outside its lines. */
interface AgentFacts {
  type: string | null;
  /** Id of the call by which it was sent. */
  sentBy: string | null;
}

class ClaudeSessions implements ValueReader {
  private readonly entries: ChainEntry[] = [];
  private readonly firstTimes = new Map<string, number>();
  private readonly agents = new Map<string, AgentFacts>();
  private readonly books = new BookLines();
  private readonly results = new Set<string>();
  /** Sub-agents without an id, by the uuids of their lines. */
  private readonly unnamed = new Map<string, string>();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (!isFieldsObject(value)) throw new InputError('no event of a session');
    if (isClaudeAgentFile(value)) {
      const id = /agent-([^/\\]+)\.meta\.json$/.exec(place.file)?.[1];
      if (id !== undefined)
        this.learn(id, getTextField(value, 'agentType'), getTextField(value, 'toolUseId'));
      return;
    }
    const type = getTextField(value, 'type') ?? (isClaudeIndex(value) ? 'index' : null);
    if (type === null) throw new InputError('no event of a session');
    this.timed(
      getTextField(value, 'sessionId', 'session_id'),
      parseTraceTime(getPathValue(value, 'timestamp')),
    );
    if (type === 'result' && isPrintedLine(value)) this.takeResult(value, place);
    else if (type === 'user' || type === 'assistant') {
      const line = readSessionLine(value, place, place.file);
      if (line === null) throw new InputError(`no message in an event "${type}"`);
      this.takeLine(line);
    } else this.books.add(place.file, type);
  }

  endFile(): void {}

  end(): void {
    this.books.tell(this.sink);
    if (this.entries.some(entry => !('kind' in entry))) this.sink.note(SETTLED);
    const lines = this.entries.filter(entry => 'kind' in entry);
    const { kept, forked, repeated } = keepOriginalLines(lines, this.firstTimes);
    for (const { place } of forked) this.sink.leaveOut(place.file, FORKED);
    for (const { place } of repeated) this.sink.leaveOut(place.file, REPEATED);
    const families = this.families(new Set<ChainEntry>(kept));
    const cases = [...families].flatMap(([session, chains]) => this.casesOf(session, chains));
    addAgentCases(this.sink, cases);
  }

  /** The result of a turn may stand in several files of one session. */
  private takeResult(value: TraceFields, place: TracePlace): void {
    const id = getTextField(value, 'uuid');
    if (id !== null && this.results.has(id)) {
      this.sink.leaveOut(place.file, REPEATED);
      return;
    }
    if (id !== null) this.results.add(id);
    this.entries.push(readTurnResult(value, place));
  }

  private takeLine(line: SessionLine): void {
    const named = line.agent === 'unnamed' ? { ...line, agent: this.rootOf(line) } : line;
    this.entries.push(named);
    if (named.agent !== null) this.learn(named.agent, named.agentType, named.sentBy);
  }

  /** Old logs name no sub-agent: each is a chain of lines of its own. */
  private rootOf({ uuid, parent }: SessionLine): string {
    const root = (parent === null ? undefined : this.unnamed.get(parent)) ?? uuid ?? 'unnamed';
    if (uuid !== null) this.unnamed.set(uuid, root);
    return root;
  }

  private learn(id: string, type: string | null, sentBy: string | null): void {
    const found = this.agents.get(id) ?? { type: null, sentBy: null };
    this.agents.set(id, found);
    found.type ??= type;
    found.sentBy ??= sentBy;
  }

  private timed(session: string | null, time: number | null): void {
    if (session === null || time === null) return;
    const first = this.firstTimes.get(session);
    if (first === undefined || time < first) this.firstTimes.set(session, time);
  }

  /** The conversations of each session, in order. */
  private families(kept: ReadonlySet<ChainEntry>): Map<string, Map<string | null, ChainEntry[]>> {
    const families = new Map<string, Map<string | null, ChainEntry[]>>();
    for (const entry of this.entries) {
      if ('kind' in entry && !kept.has(entry)) continue;
      const agent = 'kind' in entry ? entry.agent : null;
      const chains = families.get(entry.session) ?? new Map<string | null, ChainEntry[]>();
      families.set(entry.session, chains);
      const chain = chains.get(agent) ?? [];
      chains.set(agent, chain);
      chain.push(entry);
    }
    for (const chains of families.values()) {
      for (const [agent, chain] of chains) chains.set(agent, sortChainEntries(chain));
      for (const chain of chains.values()) for (const entry of chain) addSubagentReport(entry, chains);
    }
    return families;
  }

  private casesOf(session: string, chains: ReadonlyMap<string | null, ChainEntry[]>): AgentCase[] {
    const read = [...chains].map(([agent, entries]) => ({
      agent,
      entries,
      chain: readSessionChain(entries),
    }));
    const idOf = (agent: string | null): string => (agent === null ? session : `${session} agent-${agent}`);
    const whole = chains.get(null)?.findLast((entry): entry is TurnResult => !('kind' in entry))?.whole;
    if (whole) this.settle(whole, read);
    return read.map(({ agent, entries, chain: { steps, end, models, ownWords } }) => {
      for (const { place } of ownWords) this.sink.leaveOut(place.file, OWN_WORDS);
      const type = agent === null ? null : (this.agents.get(agent)?.type ?? null);
      const sender = agent === null ? null : this.senderOf(agent, chains);
      return {
        place: entries[0].place,
        draft: {
          ...{ id: idOf(agent), parent: agent === null ? null : idOf(sender), end, steps },
          labels: { model: models.label, agent: type },
        },
      };
    });
  }

  /** The conversation that sent a sub-agent: the one in which it was called, or reports. */
  private senderOf(agent: string, chains: ReadonlyMap<string | null, ChainEntry[]>): string | null {
    const sentBy = this.agents.get(agent)?.sentBy ?? null;
    for (const [sender, entries] of chains) {
      if (sender === agent) continue;
      const sends = entries.some(
        entry =>
          'kind' in entry &&
          (entry.reportOf === agent ||
            (sentBy !== null && entry.message.calls.some(({ id }) => id === sentBy))),
      );
      if (sends) return sender;
    }
    return null;
  }

  /** Puts the cost of a session that its conversations do not account for on the last step of its last sub-agent. */
  private settle(
    whole: NonNullable<TurnResult['whole']>,
    read: readonly { readonly agent: string | null; readonly chain: SessionChain }[],
  ): void {
    const report = sumCostList(read.flatMap(({ chain }) => chain.steps));
    const rest = subtractCosts({ ...whole, usd: null }, report);
    const last = (read.findLast(({ agent }) => agent !== null) ?? read[0]).chain.steps.at(-1);
    if (rest === null || last === undefined) return;
    addStepCosts(last, rest);
  }
}

const FORKED = 'lines that repeat another session (fork)';
const REPEATED = 'lines that stand in another file too';
const OWN_WORDS = 'messages of Claude Code itself in the place of an answer';
const SETTLED =
  'claude -p prints the output tokens of a whole turn alone: they are with its last step, and those of sub-agents with the last one’s';

/** Adds the last answer of a sub-agent to its printed output, if it is missing there. */
function addSubagentReport(entry: ChainEntry, chains: ReadonlyMap<string | null, ChainEntry[]>): void {
  if (!('kind' in entry) || !entry.isPrinted || entry.report === null) return;
  const chain = chains.get(entry.reportOf);
  const { text } = entry.report.message;
  if (chain === undefined || chain.some(one => 'kind' in one && one.message.text === text)) return;
  const of = { agent: entry.reportOf, uuid: null, parent: null, answer: null, reportOf: null, report: null };
  chain.push({ ...entry, ...of, ...entry.report, kind: 'assistant', isOwnWord: false });
}

/** Entries of one conversation from several files: file after file, by their first times. */
function sortChainEntries(entries: readonly ChainEntry[]): ChainEntry[] {
  const files = new Map<string, ChainEntry[]>();
  for (const entry of entries) {
    const found = files.get(entry.place.file) ?? [];
    files.set(entry.place.file, found);
    found.push(entry);
  }
  if (files.size === 1) return [...entries];
  const timed = [...files].map(([file, own]) => ({ file, own, time: getFirstEntryTime(own) }));
  timed.sort((a, b) => a.time - b.time || compareCodeUnits(a.file, b.file));
  return timed.flatMap(({ own }) => own);
}

const getFirstEntryTime = (entries: readonly ChainEntry[]): number => {
  for (const entry of entries) if ('kind' in entry && entry.time !== null) return entry.time;
  return Number.MAX_SAFE_INTEGER;
};

/** Lines that are kept, and those that are copies of them. */
interface RetainedLines {
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
function keepOriginalLines(
  lines: readonly SessionLine[],
  firstTimes: ReadonlyMap<string, number>,
): RetainedLines {
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
    // A session without entries of its own is the beginning of the other; else the one that continued first.
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
