import type { OfferedEvent } from '../../../engine/models/chart/reports/chartQueries.ts';
import inspector from '../../views/inspector/InspectorParts.module.css';
import styles from './Chart.module.css';

interface Props {
  readonly offered: readonly OfferedEvent[];
  /** Probabilities from an oracle; null if the weights alone decide. */
  readonly given: readonly { readonly event: string; readonly share: number }[] | null;
  /** The event that was chosen; null for none. */
  readonly chosen: string | null;
}

/** The events that an agent may choose from: how likely each is, and the chart's weight of it. */
export function OfferBars({ offered, given, chosen }: Props) {
  const shareOf = ({ event, share }: OfferedEvent) =>
    given === null ? share : (given.find(one => one.event === event)?.share ?? 0);
  const most = Math.max(...offered.map(shareOf), Number.MIN_VALUE);
  return (
    <table className={styles.offer}>
      <thead>
        <tr>
          <th scope="col">it could</th>
          <th scope="col" colSpan={2}>
            {given === null ? 'probability' : 'probability, by the model'}
          </th>
          <th scope="col">weight</th>
        </tr>
      </thead>
      <tbody>
        {offered.map(one => (
          <tr key={one.event} className={one.event === chosen ? inspector.ready : undefined}>
            <th scope="row">
              {one.event === chosen ? <b>{one.event}</b> : one.event}
              {one.event === chosen && <span className="hidden"> (chosen)</span>}
            </th>
            <td className={styles.bar} aria-hidden="true">
              <i style={{ width: `${(100 * shareOf(one)) / most}%` }} />
            </td>
            <td>{formatOfferPercent(shareOf(one))}</td>
            <td>{Number(one.weight.toPrecision(4))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `7 %`; of what is rare but possible, `< 1 %`. */
function formatOfferPercent(share: number): string {
  if (share > 0 && share < 0.005) return '< 1 %';
  return share < 1 && share > 0.995 ? '> 99 %' : `${(100 * share).toFixed(0)} %`;
}
