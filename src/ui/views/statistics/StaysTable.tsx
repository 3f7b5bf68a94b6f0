import type { PopulationReport } from '../../../workers/protocol/api.ts';
import { StateDot } from '../../controls/StateDot.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { describeStateName } from '../../words/chartLabels.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import styles from './Statistics.module.css';
import { formatReportPercent } from './statisticsText.ts';

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
          `; ${formatGroupedInteger(going)} stays still go on: median and p95 leave them out, and read low`}
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
          <th scope="col" title="a stay that goes on is marked +">
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
        <span>{formatReportPercent(share)}</span>
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
