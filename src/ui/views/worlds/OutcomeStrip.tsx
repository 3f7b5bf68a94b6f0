import { computeValueSpan, type ToldOutcome } from '../../worlds/told.ts';
import styles from './Worlds.module.css';

const WIDTH = 92;
const HEIGHT = 18;
const BINS = 24;
/** Room for the median’s mark below the bars. */
const FOOT = 4;

type Drawn = Pick<ToldOutcome, 'band' | 'here'> & { readonly values: readonly number[] };

/**
 * Distribution of an outcome over the worlds: bars, paler outside nine in ten, the median below, this run’s value
 * above.
 */
export function OutcomeStrip({ told: { values, band, here } }: { readonly told: Drawn }) {
  if (band === null) return null;
  const { low, span } = computeValueSpan({ values, here });
  const bins = new Array<number>(BINS).fill(0);
  const binOf = (value: number) => Math.min(BINS - 1, Math.floor((BINS * (value - low)) / span));
  for (const value of values) bins[binOf(value)]++;
  const most = Math.max(...bins);
  const xOf = (value: number) => 4 + ((WIDTH - 8) * (value - low)) / span;
  const width = (WIDTH - 8) / BINS;
  return (
    <svg className={styles.strip} width={WIDTH} height={HEIGHT + FOOT} aria-hidden="true">
      {bins.map((count, bin) => {
        const height = count === 0 ? 0 : Math.max(1.5, ((HEIGHT - 4) * count) / most);
        const isTail = bin < binOf(band.low) || bin > binOf(band.high);
        return (
          <rect
            key={bin}
            x={4 + bin * width}
            y={HEIGHT - height}
            width={width - 0.6}
            height={height}
            data-tail={isTail ? true : undefined}
          />
        );
      })}
      <path d={`M${xOf(band.median) - 3} ${HEIGHT + FOOT}h6l-3 -4z`} />
      {here !== null && (
        <>
          <line x1={xOf(here)} x2={xOf(here)} y1={3} y2={HEIGHT} />
          <circle cx={xOf(here)} cy={3} r={2.5} />
        </>
      )}
    </svg>
  );
}
