import { Scrolling } from '../../../controls/Scrolling.tsx';
import styles from './FidelityDialog.module.css';
import { describeNearestRows, getFidelityRowName, MEASURE_WORDS } from './fidelityWords.ts';
import { type Distance, type FidelityRow, MEASURES } from './report.ts';

const ROW = 17;
const HEAD = 22;
const NAMES = 176;
const PANEL = 140;
const GAP = 14;
const WIDTH = NAMES + MEASURES.length * (PANEL + GAP);

/** A panel a measure, a line a model: the distance, 0 to 1, as a dot on its interval; ours are filled. */
export function DistancePlot({ rows }: { readonly rows: readonly FidelityRow[] }) {
  const height = HEAD + rows.length * ROW + 16;
  return (
    <Scrolling as="figure" className={styles.plot}>
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={`Distances to the real cascades. Nearest in ${describeNearestRows(rows, MEASURES)}`}
      >
        {rows.map(({ name, kind }, row) => (
          <text
            key={name}
            x={0}
            y={getDistanceRowMiddle(row) + 4}
            className={kind === 'ours' ? styles.own : undefined}
          >
            {getFidelityRowName(name)}
          </text>
        ))}
        {MEASURES.map((measure, panel) => (
          <g key={measure} transform={`translate(${NAMES + panel * (PANEL + GAP)} 0)`}>
            <text x={0} y={12}>
              {MEASURE_WORDS[measure]}
            </text>
            {[0, 0.5, 1].map(at => (
              <line
                key={at}
                className={styles.hair}
                x1={at * PANEL}
                x2={at * PANEL}
                y1={HEAD}
                y2={height - 14}
              />
            ))}
            {[0, 1].map(at => (
              <text key={at} x={at * PANEL} y={height - 3} textAnchor={at === 0 ? 'start' : 'end'}>
                {at}
              </text>
            ))}
            {rows.map(({ name, kind, ks }, row) => (
              <Mark
                key={name}
                distance={ks[measure]}
                y={getDistanceRowMiddle(row)}
                isOurs={kind === 'ours'}
              />
            ))}
          </g>
        ))}
      </svg>
    </Scrolling>
  );
}

const getDistanceRowMiddle = (row: number): number => HEAD + row * ROW + ROW / 2;

function Mark({
  distance,
  y,
  isOurs,
}: {
  readonly distance: Distance | null;
  readonly y: number;
  readonly isOurs: boolean;
}) {
  if (distance === null) return null;
  return (
    <>
      <line className={styles.interval} x1={distance.low * PANEL} x2={distance.high * PANEL} y1={y} y2={y} />
      <circle className={isOurs ? styles.filled : styles.hollow} cx={distance.ks * PANEL} cy={y} r={3.5} />
    </>
  );
}
