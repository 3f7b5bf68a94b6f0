import type { StuckCase } from '../../../../engine/models/recorded/reports/buildStuckReport.ts';
import type { AwaitedParty, LiveCase } from '../../../../engine/models/recorded/reports/listLiveCases.ts';
import { escapeInvisibleText, formatGroupedInteger } from '../../../lib/formatCounts.ts';
import type { PageState } from '../../../state/pageState.ts';
import { formatByteSize } from '../../../words/sizes.ts';
import { getRecordedPart, isAtPresent, isFollowing } from '../recordedPart.ts';
import { formatMoment } from './formatMoment.ts';
import { getSilentAgents } from './silence.ts';

/** A part of the headline: "3 are under way" in bold, then since when. */
interface LivePart {
  readonly strong: string;
  readonly rest: string;
}

/** Activity of a case: a wait for somebody, or nothing for long. */
type Activity = AwaitedParty | 'nothing';

/** The most urgent first; cases that are under way and wait for nobody come last. */
const ACTIVITIES: readonly Activity[] = ['person', 'nothing', 'agent', 'tool', 'model', null];

/** Cases that are named; more are counted. */
const MAX_NAMED = 2;

/**
 * Cases that run, that wait and since when, and that have ended, at the present of a run that is followed; null for another
 * run, at an earlier step, and until the engine has answered.
 * @param now milliseconds since 1970
 */
export function describeLive(state: PageState, now: number): readonly LivePart[] | null {
  const { live, frame, silence } = getRecordedPart(state);
  if (!isAtPresent(state) || live === null || frame === null) return null;
  const names = state.run?.info.names ?? [];
  const silent = getSilentAgents(state);
  const getActivity = ({ agent, waitsFor }: LiveCase) => (silent.has(agent) ? 'nothing' : waitsFor);
  const groups = ACTIVITIES.flatMap(activity => {
    const own = live.cases.filter(one => getActivity(one) === activity);
    const hasOthers = own.length < live.cases.length;
    return own.length === 0 ? [] : [describeGroup({ activity, cases: own, hasOthers, names, now })];
  });
  const isPast = ({ agent }: StuckCase) => silence !== null || silent.has(agent);
  return [...groups, ...describeLoops(live.stuck, names, isPast), describeEnded(frame.ended)];
}

interface LiveGroup {
  readonly activity: Activity;
  readonly cases: readonly LiveCase[];
  /** True if there are cases under way with another activity. */
  readonly hasOthers: boolean;
  readonly names: readonly string[];
  readonly now: number;
}

function describeGroup({ activity, cases, hasOthers, names, now }: LiveGroup): LivePart {
  const nameOf = ({ agent }: LiveCase) => escapeInvisibleText(names[agent] ?? '');
  const isOne = cases.length === 1;
  const who =
    cases.length <= MAX_NAMED
      ? cases.map(nameOf).join(' and ')
      : // All that have not ended are under way.
        `${formatGroupedInteger(cases.length)}${activity === null && hasOthers ? ' others' : ''}`;
  const beginOf = ({ since, heardAt }: LiveCase) => (activity === 'nothing' ? heardAt : since);
  const longest = findLongestWait(cases, beginOf);
  const begin = longest === null ? null : beginOf(longest);
  const since = begin === null ? '' : `since ${formatMoment(begin, now)}`;
  return {
    strong: `${who} ${describeActivity(activity, cases, names)}`,
    rest:
      since === '' || longest === null ? '' : isOne ? ` ${since}` : `, longest ${nameOf(longest)}, ${since}`,
  };
}

/** "waits for a person", "wait for tools", "is under way": a case whose last step has ended may go on, or be gone. */
function describeActivity(activity: Activity, cases: readonly LiveCase[], names: readonly string[]): string {
  const isOne = cases.length === 1;
  if (activity === null) return isOne ? 'is under way' : 'are under way';
  if (activity === 'nothing') return isOne ? 'has been silent' : 'have been silent';
  const what = {
    person: 'a person',
    model: 'the model',
    tool: isOne ? escapeInvisibleText(cases[0].tool ?? 'a tool') : 'tools',
    agent: isOne ? escapeInvisibleText(names[cases[0].sent ?? -1] ?? 'an agent') : 'agents that they sent',
  };
  return `${isOne ? 'waits' : 'wait'} for ${what[activity]}`;
}

/** "order 1 loops at lookup_order 1"; two are named, more are counted. @param isPast true for a case of which nothing has come for long */
function describeLoops(
  stuck: readonly StuckCase[],
  names: readonly string[],
  isPast: (one: StuckCase) => boolean,
): readonly LivePart[] {
  const looping = stuck.filter(({ lasts }) => lasts);
  return [false, true].flatMap(past => {
    const own = looping.filter(one => isPast(one) === past);
    const [one] = own;
    if (one === undefined) return [];
    const who =
      own.length > MAX_NAMED
        ? formatGroupedInteger(own.length)
        : own.map(({ agent }) => escapeInvisibleText(names[agent] ?? '')).join(' and ');
    const isOne = own.length === 1;
    return [
      {
        strong: `${who} ${past ? 'looped' : isOne ? 'loops' : 'loop'}`,
        rest: isOne ? ` at ${escapeInvisibleText(one.call)}` : '',
      },
    ];
  });
}

/** The case that has waited longest, of those whose time is known. */
function findLongestWait(
  cases: readonly LiveCase[],
  beginOf: (one: LiveCase) => number | null,
): LiveCase | null {
  const known = cases.filter(one => beginOf(one) !== null);
  return known.toSorted((a, b) => (beginOf(a) ?? 0) - (beginOf(b) ?? 0))[0] ?? null;
}

function describeEnded({
  succeeded,
  failed,
  ended,
}: {
  readonly succeeded: number;
  readonly failed: number;
  readonly ended: number;
}): LivePart {
  const how = [
    succeeded > 0 && `${formatGroupedInteger(succeeded)} succeeded`,
    failed > 0 && `${formatGroupedInteger(failed)} failed`,
  ].filter(Boolean);
  const all = succeeded + failed + ended;
  return {
    strong: `${all === 0 ? 'none has' : all === 1 ? '1 has' : `${formatGroupedInteger(all)} have`} ended`,
    rest: how.length === 0 ? '' : ` (${how.join(', ')})`,
  };
}

/** "an earlier step of each case; 12 kB more received" while a run that is followed shows something else than the present; else ''. */
export function describeBehind(state: PageState): string {
  if (!isFollowing(state) || isAtPresent(state)) return '';
  const { waiting } = getRecordedPart(state);
  return `an earlier step of each case${waiting > 0 ? `; ${formatByteSize(waiting)} more received` : ''}`;
}

/** "Live: 3 under way, 12 ended", for chip and status line: the same counts as the headline; '' for a run that is not followed. */
export function countLive(state: PageState): string {
  const { live, frame, silence, unread } = getRecordedPart(state);
  if (!isAtPresent(state) || live === null || frame === null) return '';
  const { succeeded, failed, ended } = frame.ended;
  const persons = live.cases.filter(({ waitsFor }) => waitsFor === 'person').length;
  const quiet = getSilentAgents(state).size;
  const parts = [
    `${formatGroupedInteger(live.cases.length)} under way`,
    quiet > 0 && `${formatGroupedInteger(quiet)} of them silent`,
    persons > 0 &&
      `${formatGroupedInteger(persons)} of them ${persons === 1 ? 'waits' : 'wait'} for a person`,
    `${formatGroupedInteger(succeeded + failed + ended)} ended`,
  ].filter(Boolean);
  const mode = unread > 0 ? 'not live' : silence === null ? 'live' : 'quiet';
  return `${mode}: ${parts.join(', ')}`;
}
