import type { Tick } from '../../../core/indices.ts';
import { findGuardDecision, isGuardTool } from '../../../traces/guardSteps.ts';
import { SAY, type TraceCase, type TraceStep } from '../../../traces/traces.ts';
import type { RecordedState } from '../recordedState.ts';
import { NEVER_TICK } from '../schedule.ts';
import { buildStuckReport, type StuckCase } from './buildStuckReport.ts';

/** Cause of the wait of a case that is under way, such as the agent that it has sent; `null`: its source has none. */
export type AwaitedParty = 'person' | 'agent' | 'tool' | 'model' | null;

/** A case that has begun and has not ended. */
export interface LiveCase {
  readonly agent: number;
  readonly waitsFor: AwaitedParty;
  /** Tool of the open call, or of the call that a person has to allow; null if none is open. */
  readonly tool: string | null;
  /** When the wait began, milliseconds since 1970; null if the source has no time, or the case waits for nobody. */
  readonly since: number | null;
  /** The case of the agent that it waits for; null if it waits for none. */
  readonly sent: number | null;
  /** Tick of its last step. */
  readonly last: Tick;
  /** The latest moment that is known of it, milliseconds since 1970; null without times. */
  readonly heardAt: number | null;
}

/** The cases that are under way after a tick, in their order, and those of them in which the careful rule has held. */
export interface LiveReport {
  readonly cases: readonly LiveCase[];
  /** The latest moment of all cases, also of those that have ended, milliseconds since 1970; null without times. */
  readonly latest: number | null;
  readonly stuck: readonly StuckCase[];
}

/** The present of each case that is under way, by its last step. O(steps). */
export const listLiveCases = ({
  cases,
  schedule,
  next,
}: Pick<RecordedState, 'cases' | 'schedule' | 'next'>): readonly LiveCase[] => {
  const live = cases.flatMap((one, agent) =>
    next[agent] > 0 && schedule.endOf[agent] === NEVER_TICK
      ? [
          {
            ...{ agent, sent: null, last: schedule.tickOf[schedule.first[agent] + next[agent] - 1] },
            heardAt: findLastMoment(one, next[agent]),
            ...describeLastStep(one, next[agent]),
          },
        ]
      : [],
  );
  const sentBy = findSentAgents(cases, live);
  return live.map(one => ({ ...one, ...sentBy.get(cases[one.agent].id) }));
};

/** The latest moment at which something of the steps so far is known to have happened; null without times. */
export function findLatestMoment({ cases, next }: Pick<RecordedState, 'cases' | 'next'>): number | null {
  let latest: number | null = null;
  for (const [agent, one] of cases.entries()) {
    const moment = findLastMoment(one, next[agent]);
    if (moment !== null && (latest === null || moment > latest)) latest = moment;
  }
  return latest;
}

/**
 * The waits of cases for agents that they have sent and that are under way: of those that have done nothing since, for the first
 * one that they sent then. By the ids of the cases that wait.
 */
function findSentAgents(
  cases: readonly TraceCase[],
  live: readonly LiveCase[],
): ReadonlyMap<string, Pick<LiveCase, 'waitsFor' | 'tool' | 'since' | 'sent'>> {
  const senders = new Map(live.map(one => [cases[one.agent].id, one]));
  const waits = new Map<string, Pick<LiveCase, 'waitsFor' | 'tool' | 'since' | 'sent'>>();
  for (const { agent } of live) {
    const { parent, steps } = cases[agent];
    const sender = parent === null ? undefined : senders.get(parent);
    const begun = steps[0]?.at ?? null;
    if (sender === undefined || parent === null || begun === null || sender.waitsFor === 'person') continue;
    const busy = cases[sender.agent].steps.findLast(({ tool }) => !isGuardTool(tool))?.at ?? null;
    const before = waits.get(parent)?.since ?? null;
    if (busy === null || busy > begun || (before !== null && before <= begun)) continue;
    // The call that sent it may be open.
    waits.set(parent, { waitsFor: 'agent', tool: sender.tool, since: begun, sent: agent });
  }
  return waits;
}

/** The latest moment at which something of a case's first steps is known to have happened. */
function findLastMoment({ steps }: TraceCase, done: number): number | null {
  let latest: number | null = null;
  const hear = (moment: number | null) => {
    if (moment !== null && (latest === null || moment > latest)) latest = moment;
  };
  for (const { at, until, modelCalls } of steps.slice(0, done)) {
    hear(until ?? at);
    // Those of which it is not known yet what they lead to are on the step before.
    for (const [begin, end] of modelCalls ?? []) hear(end ?? begin);
  }
  return latest;
}

/** Milliseconds behind the latest moment of all within which a case is at work. */
const RECENT = 60_000;

/**
 * The case under way that needs a look first: the one that has waited longest for a person, else of those at work one that loops
 * now or the one that began first, so that it stays the same while several work. Null if none is under way.
 */
export function findUrgentCase(
  state: Pick<RecordedState, 'cases' | 'schedule' | 'next' | 'inputs'>,
): number | null {
  const live = listLiveCases(state);
  const waiting = findLongestWaiting(live);
  if (waiting !== null) return waiting;
  const latest = findLatestMoment(state) ?? 0;
  const atWork = live.filter(({ heardAt }) => heardAt === null || latest - heardAt <= RECENT);
  const loops = new Set(buildStuckReport(state).flatMap(({ agent, lasts }) => (lasts ? [agent] : [])));
  const [first] = [...atWork.filter(({ agent }) => loops.has(agent)), ...atWork, ...live];
  return first?.agent ?? null;
}

/** The case that has waited longest for a person; null if none waits for one. An unknown beginning comes last. */
function findLongestWaiting(cases: readonly LiveCase[]): number | null {
  const waiting = cases.filter(({ waitsFor }) => waitsFor === 'person');
  const [longest] = waiting.toSorted((a, b) => (a.since ?? MAX_MOMENT) - (b.since ?? MAX_MOMENT));
  return longest?.agent ?? null;
}

const MAX_MOMENT = Number.MAX_VALUE;

/** The wait of a case: for whom, and since when. */
type Wait = Pick<LiveCase, 'waitsFor' | 'tool' | 'since'>;

const RUNS: Wait = { waitsFor: null, tool: null, since: null };

/** The wait of a case after its first steps. Of a guard's decisions it waits only where one asks a person. */
function describeLastStep({ steps }: TraceCase, done: number): Wait {
  const played = steps.slice(0, done);
  const newest = played.at(-1);
  const decision = newest === undefined ? null : findGuardDecision(newest.tool);
  if (decision?.kind === 'ask' && decision.acts)
    return { waitsFor: 'person', tool: null, since: newest?.at ?? null };
  const last = played.findLast(({ tool }) => !isGuardTool(tool));
  if (last === undefined || hasResult(last)) return RUNS;
  const { tool, at, until, waitsFor } = last;
  // A graph that stops to ask has its end when the question begins.
  if (waitsFor === 'person') return { waitsFor, tool, since: until ?? at };
  if (at === null || until !== null || !doesSourceMarkEnds(played, last)) return RUNS;
  return tool === SAY ? { waitsFor: 'model', tool: null, since: at } : { waitsFor: 'tool', tool, since: at };
}

/** An interrupt of a graph did not fail, and is answered by nothing yet. */
const hasResult = ({ result, resultHash, failed, answer, waitsFor }: TraceStep): boolean =>
  result !== null ||
  resultHash !== null ||
  answer !== null ||
  (waitsFor === 'person' ? failed === true : failed !== null);

/** True if other steps of the case have ends or results: without any, a missing one says nothing. */
const doesSourceMarkEnds = (steps: readonly TraceStep[], last: TraceStep): boolean =>
  steps.some(
    step =>
      step !== last &&
      !isGuardTool(step.tool) &&
      (step.until !== null || (step.tool !== SAY && hasResult(step))),
  );
