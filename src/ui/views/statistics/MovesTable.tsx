import type { PopulationReport } from '../../../workers/protocol/api.ts';
import { Scrolling } from '../../controls/Scrolling.tsx';
import { StateDot } from '../../controls/StateDot.tsx';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/words.ts';
import { describeStateName } from '../../words/chartWords.ts';
import styles from './Statistics.module.css';
import { formatReportPercent } from './words.ts';

type Flow = PopulationReport['flow'][number];

const sumFlowCounts = (flows: readonly Flow[]): number => flows.reduce((sum, { count }) => sum + count, 0);

/** Transitions from each state to each other; a fuller field is a greater share of its row. */
export function MovesTable({ report: { dwell, flow } }: { readonly report: PopulationReport }) {
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
              ...[formatReportPercent(one.share), one.median ?? '–'],
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

interface RowProps {
  readonly from: string;
  readonly states: readonly string[];
  readonly flows: readonly Flow[];
}

function MoveRow({ from, states, flows }: RowProps) {
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
  `${from} to ${to}: ${formatGroupedInteger(count)} times, by ${trigger}; ${formatReportPercent(share)} of what leaves ${from}${
    median === null ? '' : `, median ${median} before it`
  }`;
