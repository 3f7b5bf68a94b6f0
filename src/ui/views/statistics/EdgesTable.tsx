import type { EdgeRow } from '../../../engine/statistics/stepReport.ts';
import type { PopulationReport } from '../../../workers/protocol/api.ts';
import { usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { describeRefusedEdge } from './describeStepCounts.ts';
import styles from './Statistics.module.css';

/** The longest bar, CSS pixels. */
const BAR = 56;

interface Props {
  readonly edges: readonly EdgeRow[];
  readonly report: PopulationReport;
  readonly reveal: (line: number, column: number) => void;
}

/** A row for each transition that the text declares: how often it was taken, never as well, and how often refused. */
export function EdgesTable({ edges, report, reveal }: Props) {
  const { Tick } = usePage(getCurrentModelWords);
  const most = Math.max(1, ...edges.map(({ taken }) => taken));
  return (
    <table className={styles.rows}>
      <caption className="label">transitions</caption>
      <thead>
        <tr>
          <th scope="col">transition</th>
          <th scope="col" title="times that a step asked for it, and none that leads there was open">
            refused
          </th>
          <th scope="col">taken</th>
        </tr>
      </thead>
      <tbody>
        {edges.map((edge, number) => {
          const { from, to, condition, at, taken, refused } = edge;
          return (
            <tr key={number} title={refused > 0 ? describeRefusedEdge(edge, report, Tick) : undefined}>
              <th scope="row">
                <button
                  type="button"
                  className={styles.way}
                  title={`${condition === null ? 'always open' : `if ${condition}`}; shows line ${at.line}`}
                  onClick={() => reveal(at.line, at.column)}
                >
                  <span className="label">{at.line}</span> {from ?? 'any'} → {to}
                  {condition !== null && <span className="label"> if {condition}</span>}
                </button>
              </th>
              <td>{refused > 0 ? <b>{formatGroupedInteger(refused)}</b> : 0}</td>
              <td>
                {taken === 0 ? <b>0</b> : formatGroupedInteger(taken)}
                <span className={styles.bar}>
                  <i style={{ width: `${(taken / most) * BAR}px` }} />
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
