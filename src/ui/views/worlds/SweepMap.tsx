import type { CSSProperties } from 'react';
import type { ParameterDefinition } from '../../../engine/parameters/parameterDefinition.ts';
import { useCommands } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getMiddleItem } from '../../worlds/cells.ts';
import { describeFamily } from '../../worlds/describeSweep.ts';
import { normalizeWorldJob } from '../../worlds/findWorldJob.ts';
import {
  formatBandRange,
  formatJointEnds,
  formatMean,
  formatMeanInterval,
  formatOutcomeValue,
  formatUnitSuffix,
  type MeanWords,
} from '../../worlds/summarizeOutcome.ts';
import { isDifferent, type SweepEstimates } from '../../worlds/sweepEstimates.ts';
import styles from './Sweep.module.css';

interface Props {
  readonly estimates: SweepEstimates;
  readonly swept: readonly ParameterDefinition[];
  readonly baseArm: number;
  readonly unit: string;
  /** "Largest cascade, median" */
  readonly name: string;
}

/** The median of an outcome over two parameters: the first downwards, the second across. Shade repeats the numbers. */
export function SweepMap({ estimates, swept: [down, across], baseArm, unit, name }: Props) {
  const { cells, means, differences, comparisons } = estimates;
  const commands = useCommands();
  const columns = [...new Set(cells.map(({ values }) => String(values[1])))];
  const rows = [...new Set(cells.map(({ values }) => String(values[0])))];
  const medians = cells.flatMap(({ band }) => band?.median ?? []);
  const low = Math.min(...medians);
  const span = Math.max(...medians) - low || 1;
  const describeMeans = (arm: number): string => {
    const [mean, difference] = [means[arm], differences[arm]];
    const own = mean && `, mean ${describeMean(formatMean(mean, unit))}`;
    const joint = difference && comparisons > 1 && formatJointEnds(difference, unit);
    const other = difference && `, difference ${describeMean(formatMeanInterval(difference, unit))}`;
    const all = joint ? `, 95 %${describeFamily(comparisons)}: ${joint}` : '';
    return `${own ?? ''}${other ?? ''}${all}`;
  };
  const cellAt = (row: number, column: number) => cells[row * columns.length + column];
  return (
    <table className={styles.map} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">
            {down.label} ↓ {across.label} →
          </th>
          {columns.map(value => (
            <th key={value} scope="col">
              {value}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((value, row) => (
          <tr key={value}>
            <th scope="row">{value}</th>
            {columns.map((other, column) => {
              const { arm, band, worlds, played } = cellAt(row, column);
              const middle = getMiddleItem(worlds);
              return (
                <td key={other} data-base={arm === baseArm || undefined}>
                  {band === null && played > 0 && '–'}
                  {band && middle && (
                    <button
                      type="button"
                      style={
                        { '--shade': `${Math.round((62 * (band.median - low)) / span)}%` } as CSSProperties
                      }
                      title={`${down.label} ${value}, ${across.label} ${other}: median ${formatOutcomeValue(band.median, unit)}${formatUnitSuffix(unit)}, nine in ten ${formatBandRange(band, unit)}, of ${formatGroupedInteger(band.n)} worlds${describeMeans(arm)}; a press opens the median world`}
                      onClick={() => void commands.openWorld(normalizeWorldJob(middle.world))}
                    >
                      {formatOutcomeValue(band.median, unit)}
                      {isDifferent(differences[arm]) && '*'}
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const describeMean = ({ mean, ends }: MeanWords): string =>
  ends === null ? mean : `${mean} (95 %: ${ends})`;
