import { useRef, useState } from 'react';
import { isLoopingAgent } from '../../../engine/explain/stuck/stuckAgent.ts';
import type { PopulationReport } from '../../../workers/protocol/api.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { Scrolling } from '../../controls/Scrolling.tsx';
import { StateDot } from '../../controls/StateDot.tsx';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { useOneColumn, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useFocusLost } from '../../hooks/useFocusLost.ts';
import { useViews } from '../../hooks/useViews.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { describeStateName } from '../../words/chartLabels.ts';
import { EnlargeButton } from '../inspector/EnlargeButton.tsx';
import { Narrowed } from './Narrowed.tsx';
import styles from './Statistics.module.css';
import { StaysTable } from './StaysTable.tsx';
import { StuckList } from './StuckList.tsx';
import { describeCountedStays, describeReportSpan, formatReportPercent } from './statisticsText.ts';
import { useReport } from './useReport.ts';

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
  `${from} to ${to}: ${formatGroupedInteger(count)} times, by ${trigger}; ${formatReportPercent(share)} of what leaves ${from}${
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
  const [chosen, setShown] = useState<'states' | 'steps' | 'stuck'>('states');
  const isStuck = chosen === 'stuck';
  const { Steps = PlainSteps } = useViews();
  const report = useReport(isStuck);
  const heldUp = report?.stuck ? report.stuck.agents.filter(one => !isLoopingAgent(one)).length : null;
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
