import type { StuckCase } from '../../../../engine/models/recorded/reports/buildStuckReport.ts';
import type { AwaitedParty, LiveCase } from '../../../../engine/models/recorded/reports/listLiveCases.ts';
import { escapeInvisibleText, formatGroupedInteger } from '../../../lib/formatCounts.ts';
import type { PageState } from '../../../state/pageState.ts';
import { isLookingBack } from '../../../state/viewState.ts';
import { getRecordedPart, isFollowing } from '../recordedPart.ts';
import { formatMoment } from './formatMoment.ts';

/** A part of the headline: "3 are under way" in bold, then since when. */
interface LivePart {
  readonly strong: string;
  readonly rest: string;
}

/** Causes of waits, the most urgent first; cases that wait for nobody come last. */
const PARTIES: readonly AwaitedParty[] = ['person', 'tool', 'model', null];

/** Cases that are named; more are counted. */
const MAX_NAMED = 2;

/**
 * Cases that run, that wait and since when, and that have ended, at the present of a run that is followed; null for another
 * run, at an earlier step, and until the engine has answered.
 * @param now milliseconds since 1970
 */
export function describeLive(state: PageState, now: number): readonly LivePart[] | null {
  const { live, frame } = getRecordedPart(state);
  if (!isFollowing(state) || isLookingBack(state) || live === null || frame === null) return null;
  const names = state.run?.info.names ?? [];
  const groups = PARTIES.flatMap(party => {
    const own = live.cases.filter(({ waitsFor }) => waitsFor === party);
    return own.length === 0 ? [] : [describeGroup(party, own, names, now)];
  });
  return [...groups, ...describeLoops(live.stuck, names), describeEnded(frame.ended)];
}

function describeGroup(
  party: AwaitedParty,
  cases: readonly LiveCase[],
  names: readonly string[],
  now: number,
): LivePart {
  const nameOf = ({ agent }: LiveCase) => escapeInvisibleText(names[agent] ?? '');
  const isOne = cases.length === 1;
  const who =
    cases.length <= MAX_NAMED ? cases.map(nameOf).join(' and ') : formatGroupedInteger(cases.length);
  const longest = findLongestWait(cases);
  const since = longest?.since == null ? '' : `since ${formatMoment(longest.since, now)}`;
  return {
    strong: `${who} ${describeActivity(party, cases)}`,
    rest: since === '' || longest === null ? '' : isOne ? ` ${since}` : `, ${nameOf(longest)} ${since}`,
  };
}

/** "waits for a person", "wait for tools", "is under way": a case whose last step has ended may go on, or be gone. */
function describeActivity(party: AwaitedParty, cases: readonly LiveCase[]): string {
  const isOne = cases.length === 1;
  if (party === null) return isOne ? 'is under way' : 'are under way';
  const what = {
    person: 'a person',
    model: 'the model',
    tool: isOne ? escapeInvisibleText(cases[0].tool ?? 'a tool') : 'tools',
  };
  return `${isOne ? 'waits' : 'wait'} for ${what[party]}`;
}

/** "order 1 loops at lookup_order 1"; several are counted. */
function describeLoops(stuck: readonly StuckCase[], names: readonly string[]): readonly LivePart[] {
  const looping = stuck.filter(({ lasts }) => lasts);
  const [one] = looping;
  if (one === undefined) return [];
  if (looping.length > 1) return [{ strong: `${formatGroupedInteger(looping.length)} loop`, rest: '' }];
  return [
    {
      strong: `${escapeInvisibleText(names[one.agent] ?? '')} loops`,
      rest: ` at ${escapeInvisibleText(one.call)}`,
    },
  ];
}

/** The case that has waited longest, of those whose time is known. */
const findLongestWait = (cases: readonly LiveCase[]): LiveCase | null =>
  cases.reduce<LiveCase | null>(
    (longest, one) =>
      one.since !== null && (longest?.since == null || one.since < longest.since) ? one : longest,
    null,
  );

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

/** "Live: 3 under way, 12 ended", for chip and status line: the same counts as the headline; '' for a run that is not followed. */
export function countLive(state: PageState): string {
  const { live, frame, silence } = getRecordedPart(state);
  if (!isFollowing(state) || isLookingBack(state) || live === null || frame === null) return '';
  const { succeeded, failed, ended } = frame.ended;
  const persons = live.cases.filter(({ waitsFor }) => waitsFor === 'person').length;
  const parts = [
    `${formatGroupedInteger(live.cases.length)} under way`,
    persons > 0 &&
      `${formatGroupedInteger(persons)} of them ${persons === 1 ? 'waits' : 'wait'} for a person`,
    `${formatGroupedInteger(succeeded + failed + ended)} ended`,
  ].filter(Boolean);
  return `${silence === null ? 'live' : 'silent'}: ${parts.join(', ')}`;
}
