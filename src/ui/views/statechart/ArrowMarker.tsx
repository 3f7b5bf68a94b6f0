import styles from './ChartSvg.module.css';

/** The head of a transition's line, which `url(#arrow)` names. */
export const ArrowMarker = () => (
  <defs>
    <marker
      id="arrow"
      viewBox="0 0 8 8"
      refX="7"
      refY="4"
      markerWidth="8"
      markerHeight="8"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path d="M1 1 7 4 1 7" className={styles.arrow} />
    </marker>
  </defs>
);
