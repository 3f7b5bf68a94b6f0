import type { OracleReport } from '../../../engine/oracle/oracleReport.ts';
import { formatGroupedInteger } from '../../lib/words.ts';
import styles from './OracleView.module.css';

const WIDTH = 230;
const HEIGHT = 58;

/** How long answers took, from dispatch to the last byte, with the median and the 95th percentile. */
export function LatencyChart({ report }: { report: OracleReport }) {
  const { bins, width, p50, p95 } = report.latency;
  const most = Math.max(1, ...bins);
  const step = WIDTH / Math.max(1, bins.length);
  const x = (ms: number) => Math.min(WIDTH - 1, (ms / width) * step);
  const answered = bins.reduce((sum, count) => sum + count, 0);
  return (
    <div>
      <h3 className={styles.key}>
        latency, {formatGroupedInteger(answered)} calls
        {report.retries > 0 && <span>{formatGroupedInteger(report.retries)} tried again</span>}
      </h3>
      <svg
        className={styles.latency}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`half of the answers within ${formatLatency(p50)}, 95 of 100 within ${formatLatency(p95)}`}
      >
        {bins.map((count, bin) => (
          <rect
            key={bin}
            x={bin * step}
            width={Math.max(1, step - 1)}
            y={HEIGHT - (count / most) * (HEIGHT - 14)}
            height={(count / most) * (HEIGHT - 14)}
          />
        ))}
        {answered > 0 && <Mark at={x(p50)} y={9} label="p50" value={formatLatency(p50)} />}
        {answered > 0 && <Mark at={x(p95)} y={25} label="p95" value={formatLatency(p95)} />}
        <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      </svg>
      <p className={styles.key}>
        0<span>{formatLatency(width * (bins.length - 1))} and more</span>
      </p>
    </div>
  );
}

/** A line, labelled on the side with more room. */
function Mark({ at, y, label, value }: { at: number; y: number; label: string; value: string }) {
  const left = at > WIDTH - 80;
  return (
    <g className={styles.mark}>
      <line x1={at} x2={at} y1={2} y2={HEIGHT} />
      <text x={left ? at - 4 : at + 4} y={y} textAnchor={left ? 'end' : 'start'}>
        {label} <tspan className={styles.strong}>{value}</tspan>
      </text>
    </g>
  );
}

const formatLatency = (ms: number): string =>
  ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
