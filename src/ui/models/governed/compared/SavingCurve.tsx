import type { PairReport } from '../../../../engine/models/governed/reports/detail.ts';
import { formatGroupedInteger } from '../../../lib/words.ts';
import styles from '../Governed.module.css';
import { formatRelativeChange } from './pairSums.ts';

const WIDTH = 460;
const HEIGHT = 92;
/** Room for the words at the right, and below the lines. */
const RIGHT = 104;
const BELOW = 16;
const ABOVE = 10;

/** Tokens of both runs against the limit of steps: how what is saved depends on where one would have stopped. */
export function SavingCurve({ pair }: { readonly pair: PairReport }) {
  const { points, limit } = pair;
  const [first, last] = [points[0], points[points.length - 1]];
  if (!first || !last || points.length < 2) return null;
  const most = Math.max(...points.flatMap(point => [point.without.tokens, point.with.tokens]), 1);
  // Equal factors are equally far apart.
  const span = Math.log2(last.limit / first.limit);
  const x = (at: number) => 8 + (Math.log2(at / first.limit) / span) * (WIDTH - RIGHT - 8);
  const y = (tokens: number) => HEIGHT - BELOW - (tokens / most) * (HEIGHT - BELOW - ABOVE);
  const path = (side: 'without' | 'with') =>
    points.map((point, i) => `${i === 0 ? 'M' : 'L'}${x(point.limit)} ${y(point[side].tokens)}`).join('');
  const ends = separateBaselines(y(last.without.tokens), y(last.with.tokens));
  return (
    <figure className={styles.curve}>
      <figcaption className="label">
        Tokens with governance, by the limit of steps: {points.map(describeSavingAtLimit).join(', ')}.
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <line className={styles.own} x1={x(limit)} x2={x(limit)} y1={ABOVE - 6} y2={HEIGHT - BELOW} />
        <path d={path('without')} />
        <path className={styles.governed} d={path('with')} />
        {points.map(point => (
          <text key={point.limit} x={x(point.limit)} y={HEIGHT - 3} textAnchor="middle">
            {point.limit === limit ? <tspan className={styles.strong}>{point.limit}</tspan> : point.limit}
          </text>
        ))}
        <text x={WIDTH - RIGHT + 8} y={ends[0]}>
          without {formatGroupedInteger(last.without.tokens)}
        </text>
        <text x={WIDTH - RIGHT + 8} y={ends[1]} className={styles.strong}>
          with {formatGroupedInteger(last.with.tokens)}
        </text>
      </svg>
    </figure>
  );
}

const describeSavingAtLimit = ({ limit, without, with: governed }: PairReport['points'][number]): string =>
  `${formatRelativeChange(without.tokens, governed.tokens)} at ${limit}`;

/** Baselines of two labels that do not touch. */
function separateBaselines(first: number, second: number): readonly [number, number] {
  const gap = 12;
  if (Math.abs(first - second) >= gap) return [first + 4, second + 4];
  const middle = (first + second) / 2 + 4;
  return first <= second ? [middle - gap / 2, middle + gap / 2] : [middle + gap / 2, middle - gap / 2];
}
