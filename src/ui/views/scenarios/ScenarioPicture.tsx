import { computeWorldBand } from '../../../engine/statistics/quantiles.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { formatOutcomeValue, formatUnitSuffix } from '../../worlds/told.ts';
import styles from './Scenarios.module.css';

const WIDTH = 230;
const ROW = 46;
const BINS = 50;

/** How the outcome is distributed over the worlds of each set-up, on one axis; a line for the run, a mark at the median. */
export function ScenarioPicture({ scenario: { arms, outcome, here } }: { readonly scenario: Scenario }) {
  const told = arms.map(({ values }) => values.filter(value => value !== null));
  const all = [...told.flat(), ...(here === null ? [] : [here])];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const xOf = (value: number) => 2 + ((WIDTH - 4) * (value - low)) / span;
  const height = arms.length * ROW + 16;
  const { unit } = outcome;
  return (
    <svg className={styles.picture} viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
      {arms.map(({ label }, arm) => (
        <g key={label} transform={`translate(0 ${arm * ROW})`}>
          <Row values={told[arm]} low={low} span={span} xOf={xOf} />
          <text x={WIDTH} y={10} textAnchor="end">
            {label}
          </text>
          {here !== null && <line x1={xOf(here)} x2={xOf(here)} y1={4} y2={ROW - 4} />}
        </g>
      ))}
      <text x={0} y={height - 3}>
        {formatOutcomeValue(low, unit)}
      </text>
      <text x={WIDTH} y={height - 3} textAnchor="end">
        {formatOutcomeValue(low + span, unit)}
        {formatUnitSuffix(unit)}
      </text>
    </svg>
  );
}

interface RowProps {
  readonly values: readonly number[];
  readonly low: number;
  readonly span: number;
  readonly xOf: (value: number) => number;
}

/** Bars, paler outside nine in ten, and the median below. */
function Row({ values, low, span, xOf }: RowProps) {
  const bins = new Array<number>(BINS).fill(0);
  const binOf = (value: number) => Math.min(BINS - 1, Math.floor((BINS * (value - low)) / span));
  for (const value of values) bins[binOf(value)]++;
  const most = Math.max(...bins);
  const band = computeWorldBand(values);
  if (band === null) return null;
  const width = (WIDTH - 4) / BINS;
  const tall = ROW - 20;
  return (
    <>
      {bins.map((count, bin) => {
        const height = count === 0 ? 0 : Math.max(1.5, (tall * count) / most);
        const isTail = bin < binOf(band.low) || bin > binOf(band.high);
        return (
          <rect
            key={bin}
            x={2 + bin * width}
            y={ROW - 6 - height}
            width={width - 0.8}
            height={height}
            data-tail={isTail || undefined}
          />
        );
      })}
      <path d={`M${xOf(band.median) - 3} ${ROW - 1}h6l-3 -4z`} />
    </>
  );
}
