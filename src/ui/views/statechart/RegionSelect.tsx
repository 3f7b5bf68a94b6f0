import { useLink, usePage } from '../../hooks/hooks.ts';
import { describeStateName } from '../../words/chartWords.ts';
import styles from './StatechartView.module.css';

/** The region that all views show, where the chart has several: "shown: attention". */
export function RegionSelect() {
  const link = useLink();
  const chart = usePage(({ run }) => run?.info.chart);
  const region = chart?.region;
  if (!region || region.names.length < 2) return null;
  return (
    <span className={styles.region} title="what States, timelines and colours show">
      <span aria-hidden="true">shown:</span>
      <select
        aria-label="Region shown"
        value={String(region.shown)}
        onChange={event => void link.showRegion(Number(event.target.value))}
      >
        {region.names.map((name, i) => (
          <option key={i} value={i}>
            {name === null ? 'top level' : describeStateName(chart, name)}
          </option>
        ))}
      </select>
    </span>
  );
}
