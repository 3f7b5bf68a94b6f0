import styles from '../../../views/bar/Bar.module.css';
import { ReportButton } from '../report/ReportButton.tsx';

/** Nobody decides in recorded runs; their findings can be handed on. */
export const Decider = () => (
  <div className={styles.group}>
    <span className={styles.elsewhere} title="what is in the traces is played again; they stay in this page">
      Recorded<span className="label">, no model is asked</span>
    </span>
    <ReportButton />
  </div>
);
