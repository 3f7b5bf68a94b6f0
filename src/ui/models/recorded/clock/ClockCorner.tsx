import { useMemo } from 'react';
import { formatPercent } from '../../../../engine/core/formatPercent.ts';
import type { ClockReport } from '../../../../engine/models/recorded/clock/buildClockReport.ts';
import type { LiveCase } from '../../../../engine/models/recorded/reports/listLiveCases.ts';
import { useOneTabStop } from '../../../controls/useOneTabStop.ts';
import { usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { describeStuckCase, STUCK_RULE_NAME } from '../cases/ruleWords.ts';
import { formatShortAmount } from '../costs/costWords.ts';
import { formatMoment } from '../live/formatMoment.ts';
import { getSilentAgents } from '../live/silence.ts';
import recorded from '../Recorded.module.css';
import { isObserved } from '../recordedPart.ts';
import styles from './ClockCorner.module.css';
import { CLOCK_PARTS, type ClockPart, type ClockSums, sumClock } from './clockSums.ts';
import { formatClockDuration } from './clockTicks.ts';
import { describeLiveCase, describeUntimed } from './describeClock.ts';
import { sortLiveCases } from './getClockCase.ts';
import { type KnownClock, useClock, useNow } from './useClock.ts';

/** Milliseconds since the last step of a case from which on its age is written. */
const MIN_AGE = 10_000;
/** Rows that are shown; the lanes and their table have all. */
const MAX_CASE_ROWS = 60;

/** The corner of the clock: of a live source who needs somebody first, of a recording where the time went. */
export function ClockCorner() {
  const clock = useClock();
  const now = useNow();
  const isLive = usePage(isObserved);
  if (clock === null) return <p className="label">Reading the times…</p>;
  return isLive ? <Now clock={clock} now={now} /> : <TimeSpent clock={clock} />;
}

/** Cases under way, the one that needs somebody first. */
function Now({ clock: { report, names }, now }: { readonly clock: KnownClock; readonly now: number | null }) {
  const list = useOneTabStop();
  const quiet = usePage(getSilentAgents);
  const live = sortLiveCases(report, quiet);
  const persons = live.filter(({ waitsFor }) => waitsFor === 'person').length;
  const stuck = report.stuck.length;
  const sums = useMemo(() => sumClock(report), [report]);
  const silent = live.filter(({ agent }) => quiet.has(agent)).length;
  return (
    <section aria-label="Now">
      {now === null && (
        <p className="label">As of the newest step that is loaded, not of the one on the screen.</p>
      )}
      <p className={recorded.said}>
        {live.length === 0
          ? 'No case is under way.'
          : persons === 0
            ? `${formatNounCount(live.length, 'case')} ${live.length === 1 ? 'is' : 'are'} under way, none known to wait for a person.`
            : `Those that wait for a person first: ${formatGroupedInteger(persons)} of ${formatGroupedInteger(live.length)}.`}
        {silent > 0 &&
          ` ${formatGroupedInteger(silent)} ${silent === 1 ? 'has' : 'have'} been silent for more than a minute.`}
        {stuck > 0 && ` The rule “${STUCK_RULE_NAME}” has held in ${formatGroupedInteger(stuck)}.`}
        {sums.wall > 0 && ` ${describeTimeSoFar(sums)}`}
      </p>
      <ol ref={list} className={styles.now}>
        {live.slice(0, MAX_CASE_ROWS).map(one => (
          <NowRow key={one.agent} {...{ live: one, report, names, now }} isSilent={quiet.has(one.agent)} />
        ))}
      </ol>
      {live.length > MAX_CASE_ROWS && (
        <p className="label">{formatGroupedInteger(live.length - MAX_CASE_ROWS)} more are in the lanes.</p>
      )}
    </section>
  );
}

/** "Of 12 min in 5 cases, ended ones included: the model 45 %, tools 35 %, between steps 20 %." */
function describeTimeSoFar({ cases, wall, parts }: ClockSums): string {
  const known = parts.filter(({ cases: by }) => by > 0);
  const shares = known.map(
    ({ part, ms, cases: by }) =>
      `${WORDS[part]} ${formatPercent(ms / wall)}${by < cases.length ? ` (known of ${formatGroupedInteger(by)})` : ''}`,
  );
  return `Of ${formatClockDuration(wall)} in ${formatNounCount(cases.length, 'case')}, ended ones included: ${shares.join(', ')}.`;
}

interface NowRowProps {
  readonly live: LiveCase;
  readonly isSilent: boolean;
  readonly report: ClockReport;
  readonly names: readonly string[];
  readonly now: number | null;
}

function NowRow({ live, isSilent, report, names, now }: NowRowProps) {
  const store = usePageStore();
  const states = usePage(({ run }) => run?.info.chart.states);
  const { agent, waitsFor, tool, since, sent } = live;
  const last = report.first[agent + 1] - 1;
  const state = last >= report.first[agent] ? (states?.[report.state[last]] ?? '') : '';
  const what = {
    person: tool === null ? 'asks a person' : `asks for leave to run ${tool}`,
    tool: `waits for ${tool ?? 'a tool'}`,
    model: 'waits for the model',
    agent: `waits for ${names[sent ?? -1] ?? 'an agent'}`,
    none: [isSilent && 'silent', state === '' ? 'under way' : `last in ${state}`].filter(Boolean).join(', '),
  }[waitsFor ?? 'none'];
  const tokens = report.tokensOf[agent];
  const stuck = report.stuck.find(one => one.agent === agent);
  const words = escapeInvisibleText(what);
  return (
    <li data-waits={waitsFor ?? undefined}>
      <button
        type="button"
        onClick={() => store.getState().select({ agents: [agent], state: null, own: { step: null } })}
      >
        <b>{escapeInvisibleText(names[agent] ?? '')}</b>
        <span className={styles.since}>
          {since === null
            ? last < report.first[agent]
              ? 'no times'
              : describeLastMoment(report.reach[last], now)
            : waitsFor === 'person'
              ? `since ${formatMoment(since, now ?? since)}`
              : (describeLiveCase(live, now, isSilent).split(', ').at(-1) ?? '')}
        </span>
        <span className={styles.what}>
          {words}
          {!Number.isNaN(tokens) && `; ${formatShortAmount(tokens)} tokens so far`}
        </span>
        {stuck !== undefined && (
          <span className={styles.stuck}>{escapeInvisibleText(describeStuckCase(stuck))}</span>
        )}
      </button>
    </li>
  );
}

/** "last step 19:16:24, 71 s ago" */
function describeLastMoment(moment: number, now: number | null): string {
  const ago = now === null ? 0 : now - moment;
  const age = ago < MIN_AGE ? '' : `, ${formatClockDuration(ago)} ago`;
  return `last step ${formatMoment(moment, now ?? moment)}${age}`;
}

const WORDS: Readonly<Record<ClockPart, string>> = {
  model: 'the model',
  tool: 'tools',
  person: 'waiting for a person',
  between: 'between steps',
};

/** Where the time of recorded cases went, in all and case by case. */
function TimeSpent({ clock }: { readonly clock: KnownClock }) {
  const { report } = clock;
  const sums = useMemo(() => sumClock(report), [report]);
  if (sums.cases.length === 0)
    return <p className={recorded.said}>These traces have no times: {describeUntimed(report)}.</p>;
  return (
    <section aria-label="Where the time went">
      <p className={recorded.said}>{describeSums(report, sums)}</p>
      <Bar parts={sums.parts.map(({ ms }) => ms)} wall={sums.wall} />
      <dl className={styles.parts}>
        {sums.parts.map(({ part, ms, cases }) => (
          <div key={part} data-part={part}>
            <dt>
              <i /> {WORDS[part]}
            </dt>
            <dd>
              {cases === 0 ? (
                'unknown'
              ) : (
                <>
                  <b>{sums.wall > 0 ? formatPercent(ms / sums.wall) : '–'}</b> {formatClockDuration(ms)}
                  {cases < sums.cases.length &&
                    `, known of ${formatGroupedInteger(cases)} of ${formatGroupedInteger(sums.cases.length)}`}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Cases clock={clock} sums={sums} />
    </section>
  );
}

/** "38 of 40 cases have times: 3 h 12 min together …" */
function describeSums(report: ClockReport, { cases, wall, parts }: ClockSums): string {
  const all = report.senderOf.reduce((sum, sender) => sum + Number(sender < 0), 0);
  const sent = report.senderOf.length - all;
  const isModelKnown = parts.some(({ part, cases: known }) => part === 'model' && known > 0);
  return [
    `${formatGroupedInteger(cases.length)} of ${formatNounCount(all, 'case')} ${cases.length === 1 ? 'has' : 'have'} times: ${formatClockDuration(wall)} together.`,
    isModelKnown ? '' : ' The time of model calls is not apart: it lies between the steps.',
    sent > 0 ? ` Those of ${formatNounCount(sent, 'sub-agent')} lie within the cases that sent them.` : '',
  ].join('');
}

function Bar({ parts, wall }: { readonly parts: readonly number[]; readonly wall: number }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      {CLOCK_PARTS.map((part, i) => (
        <i
          key={part}
          data-part={part}
          style={{ width: `${wall > 0 ? (Math.max(0, parts[i]) / wall) * 100 : 0}%` }}
        />
      ))}
    </span>
  );
}

/** The longest cases, each with its parts. */
function Cases({ clock: { report, names }, sums }: { readonly clock: KnownClock; readonly sums: ClockSums }) {
  const store = usePageStore();
  const list = useOneTabStop();
  const { shares } = report;
  const longest = shares.wall[sums.cases[0]];
  return (
    <>
      <ol ref={list} className={styles.cases} aria-label="Longest cases">
        {sums.cases.slice(0, MAX_CASE_ROWS).map(agent => {
          const parts = CLOCK_PARTS.map(part => shares[part][agent]);
          const known = CLOCK_PARTS.map((part, i) =>
            Number.isNaN(parts[i]) ? '' : `${WORDS[part]} ${formatClockDuration(parts[i])}`,
          );
          const title = known.filter(Boolean).join(', ');
          return (
            <li key={agent}>
              <button
                type="button"
                title={title}
                onClick={() => store.getState().select({ agents: [agent], state: null, own: { step: null } })}
              >
                <span className={styles.case}>{escapeInvisibleText(names[agent] ?? '')}</span>
                <span style={{ width: `${longest > 0 ? (shares.wall[agent] / longest) * 100 : 0}%` }}>
                  <Bar parts={parts.map(part => (Number.isNaN(part) ? 0 : part))} wall={shares.wall[agent]} />
                </span>
                <b>{formatClockDuration(shares.wall[agent])}</b>
                <span className="hidden">: {title}</span>
              </button>
            </li>
          );
        })}
      </ol>
      {sums.cases.length > MAX_CASE_ROWS && (
        <p className="label">
          The {MAX_CASE_ROWS} longest; the table of the lanes has {formatGroupedInteger(sums.cases.length)}.
        </p>
      )}
    </>
  );
}
