import styles from '../../../views/bar/Bar.module.css';

/** Nobody decides in recorded runs. */
export const Decider = () => (
  <div className={styles.group}>
    <span title="what is in the traces is played again; they stay in this page">
      Recorded<span className={`label ${styles.elsewhere}`}>, no model is asked</span>
    </span>
  </div>
);
