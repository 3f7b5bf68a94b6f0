import { Scrolling } from '../../../controls/Scrolling.tsx';
import styles from './FidelityDialog.module.css';
import { formatDistance, formatMeasureValue, getFidelityRowName, MEASURE_WORDS } from './fidelityWords.ts';
import { type Fidelity, type FidelityMeasure, type FidelityRow, MEASURES } from './report.ts';

interface Props {
  readonly rows: readonly FidelityRow[];
  /** Quantiles of the real ones. */
  readonly real: Fidelity['real'];
}

/** Each measure: the real middle half, and the distance of every model and baseline with its interval. */
export function DistanceTable({ rows, real }: Props) {
  return (
    <Scrolling as="section" className={styles.scroll} label="Distances, as a table">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">measure</th>
            <th scope="col">real: median, and the middle half</th>
            {rows.map(({ name, kind }) => (
              <th key={name} scope="col" className={kind === 'ours' ? styles.ours : undefined}>
                {getFidelityRowName(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {MEASURES.map(measure => (
            <tr key={measure}>
              <th scope="row">{MEASURE_WORDS[measure]}</th>
              <Real quantiles={real[measure]} />
              {rows.map(row => (
                <Cell key={row.name} row={row} measure={measure} />
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">cascades compared</th>
            <td />
            {rows.map(({ name, cascades, covered }) => (
              <td key={name}>
                {cascades}
                <span className="label">{Math.round(covered * 100)} % of sizes</span>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </Scrolling>
  );
}

const Real = ({ quantiles: [, low, median, high] }: { readonly quantiles: readonly number[] }) => (
  <td>
    {formatMeasureValue(median)}
    <span className="label">
      {formatMeasureValue(low)} to {formatMeasureValue(high)}
    </span>
  </td>
);

function Cell({
  row: { ks, kind, cascades },
  measure,
}: {
  readonly row: FidelityRow;
  readonly measure: FidelityMeasure;
}) {
  const found = ks[measure];
  if (found === null)
    return (
      <td>
        <span aria-hidden="true">–</span>
        <span className="label">{cascades === 0 ? 'no cascade' : 'not told'}</span>
      </td>
    );
  return (
    <td className={kind === 'ours' ? styles.ours : undefined}>
      {formatDistance(found.ks)}
      <span className="label">
        {formatDistance(found.low)} to {formatDistance(found.high)}
      </span>
    </td>
  );
}
