import styles from './RunsPanel.module.css';

const [WIDTH, HEIGHT] = [64, 28];

/** A run's active agents as a small area, from its beginning to where it was left. */
export function Spark({ shares }: { readonly shares: readonly number[] }) {
  const most = Math.max(...shares, 0.01);
  const x = (point: number) => ((WIDTH * point) / Math.max(1, shares.length - 1)).toFixed(1);
  const line = shares.map(
    (share, point) => `${x(point)} ${(HEIGHT - (HEIGHT - 2) * (share / most)).toFixed(1)}`,
  );
  return (
    <svg className={styles.spark} width={WIDTH} height={HEIGHT} role="img" aria-label={describeSpark(shares)}>
      <path d={`M0 ${HEIGHT}L${line.join('L')}L${WIDTH} ${HEIGHT}Z`} />
    </svg>
  );
}

const formatSparkPercent = (share: number): string => `${Math.round(share * 100)} %`;

const describeSpark = (shares: readonly number[]): string =>
  `active at its end ${formatSparkPercent(shares.at(-1) ?? 0)}, at most ${formatSparkPercent(Math.max(...shares, 0))}`;
