import { computeValueSpan, type OutcomeText } from '../../worlds/summarizeOutcome.ts';
import styles from './Worlds.module.css';

const STRIP_WIDTH = 92;
const STRIP_HEIGHT = 18;
const STRIP_BINS = 24;
/** Room for the median’s mark below the bars. */
const STRIP_FOOT = 4;

type StripSource = Pick<OutcomeText, 'band' | 'here'> & { readonly values: readonly number[] };

/**
 * Distribution of an outcome over the worlds: bars, paler outside nine in ten, the median below, this run’s value
 * above.
 */
export function OutcomeStrip({ told: { values, band, here } }: { readonly told: StripSource }) {
  if (band === null) return null;
  const { low, span } = computeValueSpan({ values, here });
  const bins = new Array<number>(STRIP_BINS).fill(0);
  const binOf = (value: number) => Math.min(STRIP_BINS - 1, Math.floor((STRIP_BINS * (value - low)) / span));
  for (const value of values) bins[binOf(value)]++;
  const most = Math.max(...bins);
  const xOf = (value: number) => 4 + ((STRIP_WIDTH - 8) * (value - low)) / span;
  const width = (STRIP_WIDTH - 8) / STRIP_BINS;
  return (
    <svg className={styles.strip} width={STRIP_WIDTH} height={STRIP_HEIGHT + STRIP_FOOT} aria-hidden="true">
      {bins.map((count, bin) => {
        const height = count === 0 ? 0 : Math.max(1.5, ((STRIP_HEIGHT - 4) * count) / most);
        const isTail = bin < binOf(band.low) || bin > binOf(band.high);
        return (
          <rect
            key={bin}
            x={4 + bin * width}
            y={STRIP_HEIGHT - height}
            width={width - 0.6}
            height={height}
            data-tail={isTail ? true : undefined}
          />
        );
      })}
      <path d={`M${xOf(band.median) - 3} ${STRIP_HEIGHT + STRIP_FOOT}h6l-3 -4z`} />
      {here !== null && (
        <>
          <line x1={xOf(here)} x2={xOf(here)} y1={3} y2={STRIP_HEIGHT} />
          <circle cx={xOf(here)} cy={3} r={2.5} />
        </>
      )}
    </svg>
  );
}
