import { useRef } from 'react';
import { formatPercent } from '../../../engine/core/formatPercent.ts';
import {
  isLoopingAgent,
  MIN_ENDED_STAYS,
  type StuckAgent,
} from '../../../engine/explain/stuck/stuckAgent.ts';
import type { PopulationReport } from '../../../workers/protocol/api.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { Scrolling } from '../../controls/Scrolling.tsx';
import { StateDot } from '../../controls/StateDot.tsx';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { useOneColumn, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useFocusLost } from '../../hooks/useFocusLost.ts';
import { useViews } from '../../hooks/useViews.ts';
import { formatNounCount as countedOf, formatGroupedInteger, pluralizeNoun } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { PageState } from '../../state/pageState.ts';
import { describeStateName, getTriggerLabel, translateChartTerms } from '../../words/chartLabels.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import { EnlargeButton } from '../inspector/EnlargeButton.tsx';
import styles from './Statistics.module.css';
import { useReport } from './useReport.ts';

/** Rows that are listed. */
const MAX_STUCK_LISTED = 100;

/** Agents that do not get on at the round that is looked at, the most extreme first; then those that go round. */
export function StuckList({ report: { stuck, to } }: { readonly report: PopulationReport }) {
  const { Tick, tick } = usePage(getCurrentModelWords);
  if (stuck === null) return null;
  const held = stuck.agents.filter(one => !isLoopingAgent(one));
  const round = stuck.agents.filter(isLoopingAgent);
  return (
    <>
      <p className={`label ${styles.note}`}>
        {Tick} {formatRoundNumber(to)}:{' '}
        {held.length === 0
          ? 'nobody who can be judged is held up'
          : `judged by the ${tick}s up to it, the furthest beyond its limit first`}
        {describeListedAgents(held)}
      </p>
      <StuckRows agents={held} />
      <NoLimit stuck={stuck} />
      {round.length > 0 && (
        <>
          <h3 className={styles.round}>Going round</h3>
          <p className={`label ${styles.note}`}>
            the same states in the same order, nothing else between: where many do, it is how they work
            {describeListedAgents(round)}
          </p>
          <StuckRows agents={round} />
        </>
      )}
    </>
  );
}

/** "; the first 100 of 230"; empty if all are listed. */
const describeListedAgents = ({ length }: readonly StuckAgent[]): string =>
  length > MAX_STUCK_LISTED ? `; the first ${MAX_STUCK_LISTED} of ${formatGroupedInteger(length)}` : '';

function StuckRows({ agents }: { readonly agents: readonly StuckAgent[] }) {
  const store = usePageStore();
  const names = usePage(({ run }) => run?.info.names);
  const { tick } = usePage(getCurrentModelWords);
  const chart = usePage(({ run }) => run?.info.chart);
  const byName = usePage(state => state.triggerNames);
  const labelOf = (trigger: string) => (byName ? trigger : getTriggerLabel(chart, trigger));
  const { Line } = useViews();
  if (agents.length === 0) return null;
  return (
    <ul className={styles.stuck}>
      {agents.slice(0, MAX_STUCK_LISTED).map(({ kind, agent, state, since, reason, waits, at }) => (
        <li key={`${kind} ${agent} ${reason}`}>
          <button
            type="button"
            title={`${kind}, since ${tick} ${formatRoundNumber(since)}`}
            onClick={() => store.getState().select({ agents: [agent], state: null })}
          >
            <b>{names?.[agent]}</b>
            <span>
              <StateDot state={state} />{' '}
              {kind === 'rule' || byName ? reason : translateChartTerms(chart, reason)}
              {waits !== undefined && (
                <small className={`label ${styles.waits}`}>
                  {waits.map(({ trigger, reason }) => `${labelOf(trigger)}: ${reason}`).join('; ')}
                </small>
              )}
            </span>
          </button>
          {at && Line && <Line {...at} />}
        </li>
      ))}
    </ul>
  );
}

/** Explains why nobody counts as staying long. */
function NoLimit({ stuck: { unlimited } }: { readonly stuck: NonNullable<PopulationReport['stuck']> }) {
  const chart = usePage(({ run }) => run?.info.chart);
  const hasWarmUp = usePage(({ run }) => (run?.info.config.warmUp ?? 0) > 0);
  const format = (some: typeof unlimited) =>
    some.map(
      ({ state, agents, ended }) =>
        `${describeStateName(chart, state)} (${formatGroupedInteger(agents)} there, ${formatGroupedInteger(ended)} ended)`,
    );
  const few = format(unlimited.filter(({ ended }) => ended < MIN_ENDED_STAYS));
  const rest = format(unlimited.filter(({ ended }) => ended >= MIN_ENDED_STAYS));
  const since = hasWarmUp ? '; stays of the warm-up count here, and not under States' : '';
  const lines = [
    ...(few.length > 0
      ? [`no limit yet, since fewer than ${MIN_ENDED_STAYS} stays have ended: ${few.join(', ')}${since}`]
      : []),
    ...(rest.length > 0 ? [`no limit where everybody begins and rests: ${rest.join(', ')}${since}`] : []),
  ];
  return lines.map(line => (
    <p key={line} className={`label ${styles.note}`}>
      {line}
    </p>
  ));
}

/**
 * Describes the counted stays: "Rounds 1–31 of 475 people: 3,547 stays ended; 623 that the range cuts off are not in
 * the median."
 */
function describeCountedStays(state: PageState, report: PopulationReport): string {
  const { region, dwell } = report;
  const sum = (of: (one: PopulationReport['dwell'][number]) => number) =>
    dwell.reduce((all, one) => all + of(one), 0);
  const ended = sum(one => one.ended);
  const cut = sum(one => one.cutAtStart + one.cutAtEnd + one.cutAtBoth);
  return `${describeReportSpan(state, report)}${region === null ? '' : `, in ${region}`}: ${formatGroupedInteger(ended)} stays ended; ${formatGroupedInteger(cut)} that began before or have not ended are counted separately`;
}

/** Which ticks and how many agents: "Rounds 1 to 31, 475 people". */
function describeReportSpan(state: PageState, { from, to, agents }: PopulationReport): string {
  const { Tick, agent } = getCurrentModelWords(state);
  return `${Tick}s ${formatRoundNumber(from)} to ${formatRoundNumber(to)}, ${formatGroupedInteger(agents)} ${pluralizeNoun(agents, ...agent)}`;
}

/** A share in per cent: "66 %", "0.4 %". */
type Flow = PopulationReport['flow'][number];

const sumFlowCounts = (flows: readonly Flow[]): number => flows.reduce((sum, { count }) => sum + count, 0);

/** Transitions from each state to each other; a fuller field is a greater share of its row. */
function MovesTable({ report: { dwell, flow } }: { readonly report: PopulationReport }) {
  const chart = usePage(({ run }) => run?.info.chart);
  const states = dwell.map(({ state }) => state);
  const all = formatGroupedInteger(sumFlowCounts(flow));
  return (
    <>
      <header className={styles.moves}>
        <h3>Moves</h3>
        <span className="label">
          from a row to a column; the fuller the field, the greater the share of the row
        </span>
        <TableTwin
          name="Moves"
          summary={() => `${all} transitions, by what triggered them.`}
          table={() => ({
            head: ['from', 'to', 'trigger', 'count', 'share of exits', 'median before it'],
            rows: flow.map(one => [
              ...[one.from, one.to, one.trigger, one.count],
              ...[formatPercent(one.share), one.median ?? '–'],
            ]),
          })}
        />
      </header>
      <Scrolling as="div" className={styles.wide}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden">from</span>
              </th>
              {states.map(state => (
                <th key={state} scope="col" title={describeStateName(chart, state)}>
                  <StateDot state={state} />
                  <span className="hidden">{describeStateName(chart, state)}</span>
                </th>
              ))}
              <th scope="col">all</th>
            </tr>
          </thead>
          <tbody>
            {states.map(from => (
              <MoveRow key={from} from={from} states={states} flows={flow.filter(one => one.from === from)} />
            ))}
          </tbody>
        </table>
      </Scrolling>
    </>
  );
}

interface MovesRowProps {
  readonly from: string;
  readonly states: readonly string[];
  readonly flows: readonly Flow[];
}

function MoveRow({ from, states, flows }: MovesRowProps) {
  const chart = usePage(({ run }) => run?.info.chart);
  return (
    <tr>
      <th scope="row">
        <StateDot state={from} /> {describeStateName(chart, from)}
      </th>
      {states.map(to => {
        const here = flows.filter(one => one.to === to);
        const share = here.reduce((sum, one) => sum + one.share, 0);
        return (
          <td key={to} title={here.map(describeFlow).join('\n')}>
            {share > 0 && (
              <span style={{ '--share': `${Math.round(share * 30) + 4}%` } as React.CSSProperties}>
                {formatGroupedInteger(sumFlowCounts(here))}
              </span>
            )}
          </td>
        );
      })}
      <td>{formatGroupedInteger(sumFlowCounts(flows))}</td>
    </tr>
  );
}

const describeFlow = ({ from, to, trigger, count, share, median }: Flow): string =>
  `${from} to ${to}: ${formatGroupedInteger(count)} times, by ${trigger}; ${formatPercent(share)} of what leaves ${from}${
    median === null ? '' : `, median ${median} before it`
  }`;

const PlainSteps = createLazyView(async () => (await import('./StepsTable.tsx')).PlainSteps);

/** Names of the tab, by what a row of it is. */
const TABS: Readonly<Record<string, string>> = {
  phase: 'Phases',
  action: 'Actions',
  choice: 'Choices',
  state: 'Asked',
};

/** Stays in each state, moves from there, and stuck agents. */
export function StatisticsCorner() {
  const section = useRef<HTMLElement>(null);
  useFocusLost(section);
  const store = usePageStore();
  const isOneColumn = useOneColumn();
  const chosen = usePage(({ statistics }) => statistics);
  const setShown = (statistics: PageState['statistics']) => store.getState().arrange({ statistics });
  const isStuck = chosen === 'stuck';
  const { Steps = PlainSteps } = useViews();
  const report = useReport(isStuck);
  // An agent may be held up for several reasons.
  const heldUp = report?.stuck
    ? new Set(report.stuck.agents.flatMap(one => (isLoopingAgent(one) ? [] : one.agent))).size
    : null;
  const work = report?.steps?.noun;
  // Another model's run may have no steps.
  const shown = chosen === 'steps' && report !== null && work === undefined ? 'states' : chosen;
  const note = usePage(state => report && describeCountedStays(state, report));
  const spanNote = usePage(state => report && describeReportSpan(state, report));
  return (
    <section ref={section} tabIndex={-1} className={styles.corner} aria-label="Statistics">
      <header className={styles.head}>
        <h2>Statistics</h2>
        <button type="button" aria-pressed={shown === 'states'} onClick={() => setShown('states')}>
          States
        </button>
        {work !== undefined && (
          <button type="button" aria-pressed={shown === 'steps'} onClick={() => setShown('steps')}>
            {TABS[work] ?? 'Steps'}
          </button>
        )}
        <button type="button" aria-pressed={isStuck} onClick={() => setShown('stuck')}>
          Held up{heldUp === null ? '' : ` ${heldUp}`}
        </button>
        {!isOneColumn && <EnlargeButton what="the statistics" />}
        <button type="button" onClick={() => store.getState().arrange({ counted: null })}>
          Leave
        </button>
      </header>
      {!isStuck && <Narrowed />}
      {report === null ? (
        <p className="label">Counting…</p>
      ) : isStuck && report.stuck ? (
        <StuckList report={report} />
      ) : shown === 'steps' && report.steps ? (
        <>
          <p className={`label ${styles.note}`}>{spanNote}</p>
          <Steps report={report} />
        </>
      ) : (
        <>
          <p className={`label ${styles.note}`}>{note}</p>
          <StaysTable report={report} />
          <MovesTable report={report} />
        </>
      )}
    </section>
  );
}

/** Shows which agents the statistics are limited to, with a link to show all; empty if all are counted. */
export function Narrowed() {
  const store = usePageStore();
  const counted = usePage(state => state.counted);
  const info = usePage(({ run }) => run?.info);
  const { agent } = usePage(getCurrentModelWords);
  const all = info?.config.agents ?? 0;
  const there = (counted ?? []).filter(one => one < all);
  if (there.length === 0 || info === undefined) return null;
  const who =
    there.length === 1 ? info.names[there[0]] : `${formatGroupedInteger(there.length)} that were selected`;
  return (
    <p className={styles.narrowed}>
      <span>
        only <b>{who}</b>, {formatGroupedInteger(there.length)} of {countedOf(all, ...agent)}
      </span>
      <button type="button" onClick={() => store.getState().arrange({ counted: [] })}>
        count all {formatGroupedInteger(all)} {pluralizeNoun(all, ...agent)}
      </button>
    </p>
  );
}

type Dwell = PopulationReport['dwell'][number];

/** A row for each state: time in it, entries, and how long stays were. */
export function StaysTable({ report }: { readonly report: PopulationReport }) {
  const { tick } = usePage(getCurrentModelWords);
  const going = report.dwell.reduce((sum, { cutAtEnd, cutAtBoth }) => sum + cutAtEnd + cutAtBoth, 0);
  return (
    <table className={styles.rows}>
      <caption className="label">
        {tick}s in a state
        {going > 0 &&
          `; ${formatGroupedInteger(going)} stays have not ended: median and p95 leave them out, and are too low`}
      </caption>
      <thead>
        <tr>
          <th scope="col">state</th>
          <th scope="col" title={`of all ${tick}s of all that are counted`}>
            time
          </th>
          <th scope="col">entries</th>
          <th scope="col" title="of stays that began and ended in the range">
            median
          </th>
          <th scope="col" title="95th percentile: 95 of 100 such stays were no longer">
            p95
          </th>
          <th scope="col" title="a stay that has not ended is marked +">
            longest
          </th>
        </tr>
      </thead>
      <tbody>
        {report.dwell.map(one => (
          <StaysRow key={one.state} dwell={one} />
        ))}
      </tbody>
    </table>
  );
}

function StaysRow({ dwell }: { readonly dwell: Dwell }) {
  const chart = usePage(({ run }) => run?.info.chart);
  const { state, share, entries, ended, median, p95, cutAtStart, cutAtEnd, cutAtBoth } = dwell;
  const cut = `${formatGroupedInteger(ended)} ended; cut off: ${cutAtStart} at the start, ${cutAtEnd} at the end, ${cutAtBoth} at both`;
  return (
    <tr title={cut}>
      <th scope="row">
        <StateDot state={state} /> {describeStateName(chart, state)}
      </th>
      <td className={styles.share}>
        <i style={{ width: `${share * 100}%` }} />
        <span>{formatPercent(share)}</span>
      </td>
      <td>{formatGroupedInteger(entries)}</td>
      <td>{median ?? '–'}</td>
      <td>{p95 ?? '–'}</td>
      <td>
        <Longest dwell={dwell} />
      </td>
    </tr>
  );
}

/** The longest stay, and the way to its agent at its end. */
function Longest({ dwell: { longest, longestGoingOn, state } }: { readonly dwell: Dwell }) {
  const store = usePageStore();
  const names = usePage(({ run }) => run?.info.names);
  const { tick } = usePage(getCurrentModelWords);
  const goesOn = (longestGoingOn?.ticks ?? 0) > (longest?.ticks ?? -1);
  const stay = goesOn ? longestGoingOn : longest;
  if (stay === null) return '–';
  const name = names?.[stay.agent] ?? '';
  const { agent, from, to, ticks } = stay;
  const words = `${name}, ${ticks} ${tick}s in ${state}${goesOn ? ' and on' : ''}, ${tick}s ${formatRoundNumber(from)} to ${formatRoundNumber(to)}`;
  return (
    <button
      type="button"
      className={styles.link}
      aria-label={words}
      title={words}
      onClick={() => store.getState().select({ agents: [agent], state: null, cursor: to })}
    >
      <b>
        {ticks}
        {goesOn && '+'}
      </b>{' '}
      {name}
    </button>
  );
}
