import type { CascadeSummary } from '../../engine/models/social/frame.ts';
import { roundNumber } from '../clock.ts';
import { useCalmPage, usePage, usePageStore } from '../hooks.ts';
import styles from './HappeningNow.module.css';

/** More than this do not fit above the status line. */
const SHOWN = 8;
const SPARK = { width: 84, height: 26 };

/** The liveliest cascades; one of them is on the screen at the right. */
export function HappeningNow() {
  const store = usePageStore();
  const liveliest = useCalmPage(state => state.liveliest);
  const root = useCalmPage(state => state.selection.root);
  const names = usePage(state => state.run?.info.names) ?? [];
  return (
    <>
      <header className={styles.head}>
        <h2>Happening now</h2>
        <span className="label">people reached, and gained in the last 5 rounds</span>
      </header>
      {liveliest.length === 0 && (
        <p className={styles.none}>
          No post yet. Select an agent in the chart or the timelines to see why it acts.
        </p>
      )}
      <ul className={styles.list}>
        {liveliest.slice(0, SHOWN).map(cascade => (
          <li key={cascade.root}>
            <button
              type="button"
              className={styles.item}
              aria-pressed={cascade.root === root}
              onClick={() => store.getState().chooseCascade(cascade.root)}
            >
              <Spark cascade={cascade} />
              <span className={styles.words}>
                <span className={styles.text}>{cascade.text}</span>
                <span className="label">
                  {cascade.topic}, by {names[cascade.author]}, Round {roundNumber(cascade.tick)}
                </span>
              </span>
              <span className={styles.numbers}>
                <b>{cascade.size}</b>
                <span className="label">{cascade.gained > 0 ? `+${cascade.gained}` : 'quiet'}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Users reached over the cascade's life, as steps. */
function Spark({ cascade }: { cascade: CascadeSummary }) {
  const { width, height } = SPARK;
  const most = Math.max(1, cascade.size);
  const step = width / Math.max(1, cascade.growth.length);
  const rise = (height - 6) * Math.min(1, 0.35 + (most / 34) * 0.65);
  let path = `M0 ${height - 2}`;
  cascade.growth.forEach((reached, position) => {
    const y = height - 2 - (reached / most) * rise;
    path += `V${y.toFixed(1)}H${((position + 1) * step).toFixed(1)}`;
  });
  return (
    <svg className={styles.spark} width={width} height={height} aria-hidden="true">
      <line x1={0} x2={width} y1={height - 1.5} y2={height - 1.5} />
      <path d={path} />
    </svg>
  );
}
