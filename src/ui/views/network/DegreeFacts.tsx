import { useMemo } from 'react';
import { computeDegreeDistribution, type Degrees } from '../../../engine/network/degrees.ts';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/words.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import { useFollows } from '../../network/useFollows.ts';
import styles from './DegreeFacts.module.css';
import { buildDegreePath, convertDegreeToX, convertShareToY, listDegreeTicks, PLOT } from './degreePlot.ts';
import { buildDegreeTable, describeDegrees, type TwoDegrees } from './describeDegrees.ts';

/** How many followers people have and how many they follow, as a share of people that falls with the number. */
export function DegreeFacts() {
  const follows = useFollows();
  const both = useMemo(
    () =>
      follows && {
        followers: computeDegreeDistribution(follows.followers),
        followed: computeDegreeDistribution(follows.followed),
      },
    [follows],
  );
  const words = usePage(getCurrentModelWords);
  if (both === null || both.followers.nodes === 0) return null;
  const told = describeDegrees(both, words.person);
  return (
    <figure className={styles.degrees}>
      <figcaption className={styles.head}>
        <span>{words.person[1]} with at least so many</span>
        <TableTwin
          name="Followers and followed"
          summary={() => told.join(' ')}
          table={() => buildDegreeTable(both)}
        />
      </figcaption>
      <Curves both={both} label={told.join(' ')} />
      {told.map(sentence => (
        <p key={sentence} className="label">
          {sentence}
        </p>
      ))}
    </figure>
  );
}

function Curves({
  both: { followers, followed },
  label,
}: {
  readonly both: TwoDegrees;
  readonly label: string;
}) {
  const most = Math.max(followers.most, followed.most, 1);
  const { width, height, left, bottom } = PLOT;
  const isSame = buildDegreePath(followers, most) === buildDegreePath(followed, most);
  return (
    <svg className={styles.plot} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[1, 0.1, 0.01, 0.001].map(share => (
        <g key={share} transform={`translate(0 ${convertShareToY(share)})`}>
          <path d={`M${left} .5H${width}`} className={styles.grid} />
          <text x={left - 4} y={4} textAnchor="end">
            {share * 100} %
          </text>
        </g>
      ))}
      {listDegreeTicks(most).map(tick => (
        <text
          key={tick}
          x={convertDegreeToX(tick, most)}
          y={height - bottom + 14}
          textAnchor={convertDegreeToX(tick, most) > width - 20 ? 'end' : 'middle'}
        >
          {formatGroupedInteger(tick)}
        </text>
      ))}
      {!isSame && <Curve degrees={followed} most={most} word="whom they follow" row={1} />}
      <Curve degrees={followers} most={most} word={isSame ? 'linked, both ways' : 'followers'} row={0} />
    </svg>
  );
}

interface CurveProps {
  readonly degrees: Degrees;
  readonly most: number;
  readonly word: string;
  /** Its row among the words, where the plot is empty: under the beginning of the curves. */
  readonly row: 0 | 1;
}

/** One of the two, and its word beside a piece of its line. */
function Curve({ degrees, most, word, row }: CurveProps) {
  const { left } = PLOT;
  const line = row === 0 ? styles.line : styles.dashed;
  const y = convertShareToY(0.02) + 16 * row;
  return (
    <>
      <path d={buildDegreePath(degrees, most)} className={line} />
      <path d={`M${left + 8} ${y}h18`} className={line} />
      <text className={styles.word} x={left + 32} y={y + 4}>
        {word}
      </text>
    </>
  );
}
