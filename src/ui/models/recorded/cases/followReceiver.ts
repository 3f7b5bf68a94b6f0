import type { Setup } from '../../../../engine/setup/config.ts';
import { loadRareAddressCode } from '../../../address/pageAddress.ts';
import type { PageParts } from '../../../model/modelPlugin.ts';
import type { PageState } from '../../../state/pageState.ts';
import { LOOKING_NAMES } from '../../../state/viewpoint.ts';
import { findSilentCases } from '../live/silence.ts';
import { getRecordedPart, isObserved, RECORDED, type RecordedPart, type Silence } from '../recordedPart.ts';
import { LiveMeetings } from './liveMeetings.ts';
import { findCaseByName, openReceivedTraces } from './openReceivedTraces.ts';
import { listLiveConditions, tellLiveMeetings } from './tellLiveMeetings.ts';

/** Milliseconds between two looks at what has come. */
const PACE = 1000;
/** Milliseconds without anything new after which the receiver counts as silent. */
const MAX_SILENCE = 10_000;
/** A run that could not be made is tried again with what has come later, in a tenth of the time at most. */
const REST = 10;
const WAITING = 'Nothing has come from an agent yet: until then an example is shown.';

/** Status that the receiver reports. */
interface Received {
  /** When it was started. */
  readonly began: number;
  /** Bytes that came since, and those that it found: it grows with each line. */
  readonly received: number;
  /** Bytes that the receiver still holds. */
  readonly bytes: number;
  /** Milliseconds since something came last; null if nothing has, absent in receivers of before. */
  readonly quiet_ms?: number | null;
}

/** Traces that were fetched from the receiver. */
interface Fetched extends Received {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

/** The token of a fragment; one whose escapes are broken as it stands: the receiver refuses it. */
function readToken(fragment: string): string {
  const written = fragment.slice(fragment.indexOf('=') + 1);
  if (!fragment.includes('=')) return '';
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/**
 * Follows the receiver that serves this page: new traces rebuild the run up to its last step and keep the selection.
 * @param fragment `#observed`, with `=` and the receiver's token if it has one
 * @param query of the address before a reload: what was looked at
 */
export async function followReceiver(page: PageParts, fragment: string, query = ''): Promise<void> {
  const { store } = page;
  const meetings = new LiveMeetings();
  addEventListener('pagehide', () => isObserved(store.getState()) && writeSelectedNames(store.getState()));
  const streamed = markStreamedRuns(page);
  const token = readToken(fragment);
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const ask = async (path: string): Promise<Response> => {
    const response = await fetch(new URL(`observed/${path}`, document.baseURI), { headers });
    if (!response.ok) throw new Error(`the receiver answers ${response.status}`);
    return response;
  };
  let known: Fetched | null = null;
  /** When a run that could not be made may be tried again. */
  let restsUntil = 0;
  let isTold = false;
  /** When something new came last, or the page began to follow. */
  let heardAt = Date.now();
  let answeredAt = Date.now();
  /** True once the receiver was seen without anything. */
  let wasEmpty = false;
  for (; ; await new Promise(resolve => setTimeout(resolve, PACE))) {
    if (document.hidden || (known !== null && !isObserved(store.getState()))) continue;
    let answers = false;
    try {
      const report = (await (await ask('state')).json()) as Received;
      answers = true;
      answeredAt = Date.now();
      const { received } = report;
      const { isCatchingUp } = getRecordedPart(store.getState());
      // Nothing is taken away from somebody who looks at an earlier step, plays, or has played it again in part.
      if (known !== null && !isCatchingUp && isBehind(store.getState())) {
        noteWaiting(page, received - known.received);
        continue;
      }
      // A condition counts from when it was set.
      if (known !== null && !meetings.knows(listLiveConditions(page)))
        await tellLiveMeetings(page, meetings, false);
      if (received === 0 && !wasEmpty) store.getState().notify('note', WAITING);
      wasEmpty ||= received === 0;
      // A source may have been silent long before the page was opened.
      const { quiet_ms: quiet = null } = report;
      if (quiet !== null) heardAt = Date.now() - quiet;
      const isNothingNew =
        received === (known?.received ?? 0) && report.began === (known?.began ?? report.began);
      if (isNothingNew && !isCatchingUp) {
        noteSilence(page, { since: heardAt, isReachable: true, answeredAt });
        continue;
      }
      if (quiet === null) heardAt = Date.now();
      if (Date.now() < restsUntil) {
        noteUnread(page, received);
        continue;
      }
      const begun = Date.now();
      const now: Fetched = await fetchNewTraces(known, report, ask);
      const isFromNothing = known === null && wasEmpty;
      const isOpen = await openReceivedTraces(page, {
        ...{ bytes: new Uint8Array(await new Blob([...now.parts]).arrayBuffer()), received },
        opens: setup => streamed.opens(setup, now.received),
      });
      const isFirst = known === null;
      known = now;
      isTold = false;
      noteSilence(page, { since: heardAt, isReachable: true, answeredAt });
      noteUnread(page, isOpen ? 0 : now.received);
      if (!isOpen) {
        restsUntil = Date.now() + REST * (Date.now() - begun);
        continue;
      }
      if (isFirst) await restoreLooking(page, query);
      await tellLiveMeetings(page, meetings, isFromNothing);
    } catch (error) {
      noteSilence(page, { since: heardAt, isReachable: answers, answeredAt });
      if (!isTold)
        store.getState().notify('error', `Cannot follow what agents send: ${(error as Error).message}.`);
      isTold = true;
    }
  }
}

/**
 * Restores after a reload what was looked at, at the present. Cases are found by their names, as their numbers change
 * when earlier ones become known.
 */
async function restoreLooking(page: PageParts, query: string): Promise<void> {
  const given = new URLSearchParams(query);
  if (!LOOKING_NAMES.some(name => given.has(name))) return;
  const { addAddressPauses, applyAddressLooking, readLooking } = await loadRareAddressCode();
  const looking = await readLooking(given, RECORDED.model, () => {});
  const names = page.store.getState().run?.info.names ?? [];
  const kept = readSelectedNames();
  const agents = kept === null ? looking.agents : kept.flatMap(name => findCaseByName(names, -1, name) ?? []);
  await applyAddressLooking(page, { ...looking, agents, at: null, hash: null });
  await addAddressPauses(page, looking.pauses);
}

/** Key of this tab's names of the cases that are selected in a run that is followed. */
const SELECTED_NAMES = 'statescope-observed-selected';

/** Keeps the names of the selected cases for a reload. */
function writeSelectedNames({ run, selection }: PageState): void {
  try {
    const names = selection.agents.map(agent => run?.info.names[agent] ?? '');
    sessionStorage.setItem(SELECTED_NAMES, JSON.stringify(names));
  } catch {
    // A tab without storage finds them by their numbers.
  }
}

/** Null if none are kept. */
function readSelectedNames(): readonly string[] | null {
  try {
    return JSON.parse(sessionStorage.getItem(SELECTED_NAMES) ?? 'null');
  } catch {
    return null;
  }
}

/** True if something else than the present is on the screen, or is about to be. */
function isBehind(state: PageState): boolean {
  const { isHeld, frame } = getRecordedPart(state);
  return isHeld || state.phase !== 'paused' || state.selection.cursor !== null || frame?.isOver !== true;
}

/** Keeps how many bytes have come that the run on the screen is not made of. */
function noteWaiting({ store }: PageParts, waiting: number): void {
  if (getRecordedPart(store.getState()).waiting !== waiting) store.getState().know(RECORDED, { waiting });
}

/** Keeps how many of the bytes that have come are in no run. @param received all of them, or 0 if they are on the screen */
function noteUnread({ store }: PageParts, received: number): void {
  const part = getRecordedPart(store.getState());
  const unread = part.received === 0 ? 0 : Math.max(0, received - part.received);
  if (part.unread !== unread) store.getState().know(RECORDED, { unread });
}

/** Keeps since when the receiver has been silent, once that is long, and judges the cases again once that makes a difference. */
function noteSilence({ store }: PageParts, now: Omit<Silence, 'asOf'>): void {
  const { silence: before, live } = getRecordedPart(store.getState());
  const isSilent = Date.now() - now.since > MAX_SILENCE;
  if (!isSilent && before !== null) store.getState().know(RECORDED, { silence: null });
  if (!isSilent) return;
  // Of what happens behind a receiver that does not answer nothing is known.
  const silence = { ...now, asOf: now.isReachable ? Date.now() : now.answeredAt };
  // An age that was sent may come a moment later or earlier.
  const isOther =
    before === null ||
    Math.abs(before.since - now.since) > 1000 ||
    before.isReachable !== now.isReachable ||
    (live !== null && findSilentCases(live, before).size !== findSilentCases(live, silence).size);
  if (isOther) store.getState().know(RECORDED, { silence });
}

/** Fetches new traces; all of them if some are gone or another receiver has replaced the old one. */
async function fetchNewTraces(
  known: Fetched | null,
  report: Received,
  ask: (path: string) => Promise<Response>,
): Promise<Fetched> {
  const gone = ({ received, bytes }: Received) => received - bytes;
  const isMore = known !== null && known.began === report.began && gone(known) === gone(report);
  const from = isMore ? known.received : gone(report);
  const part = new Uint8Array(await (await ask(`traces.jsonl?from=${from}`)).arrayBuffer());
  // More may have come between the two answers.
  const received = from + part.length;
  return {
    ...report,
    received,
    bytes: received - gone(report),
    parts: [...(isMore ? known.parts : []), part],
  };
}

/**
 * Reports on the rules that stay on the screen until those of a run with more are there: while traces come, they would be gone
 * most of the time. Cases that have another number in it are left out.
 * @param names of its cases
 */
export function keepRuleReports(state: PageState, names: readonly string[]): Partial<RecordedPart> {
  const { rules, rule } = getRecordedPart(state);
  const before = state.run?.info.names ?? [];
  const stopped = rule?.stopped.filter(({ agent }) => names[agent] === before[agent]) ?? [];
  return { rules, rule: rule && { ...rule, stopped } };
}

/** Knows the runs that are made of what the receiver sent. */
interface StreamedRuns {
  /** A run of so many bytes of what was sent is opened with this set-up. */
  opens(setup: Setup, received: number): void;
}

/**
 * Marks the run on the screen as live if it was opened with what the receiver sent, or again with the same traces, such as
 * with another mapping. It is marked before any view sees it.
 */
function markStreamedRuns({ store }: PageParts): StreamedRuns {
  let opening: Setup | null = null;
  let streamed: string | null = null;
  let bytes = 0;
  let known = store.getState().run;
  let kept: PageState | null = null;
  store.subscribe(({ run, know }, earlier) => {
    if (run === known) return;
    known = run;
    if (isObserved(earlier)) kept = earlier;
    if (run === null || run.setup.model !== RECORDED.model) return;
    const sha256 = run.info.config.inputInfo.traces?.sha256 ?? null;
    const isNew = run.setup === opening;
    if (isNew) [streamed, opening] = [sha256, null];
    if (sha256 === null || sha256 !== streamed) return;
    // A new one counts as followed once it has been played.
    know(RECORDED, {
      ...{ isStreamed: true, ...(!isNew && { received: bytes }) },
      ...(isNew && kept !== null && keepRuleReports(kept, run.info.names)),
    });
  });
  return {
    opens(setup, received) {
      opening = setup;
      bytes = received;
    },
  };
}
