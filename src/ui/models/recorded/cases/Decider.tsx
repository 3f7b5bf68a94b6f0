import { usePage } from '../../../hooks/hooks.ts';
import styles from '../../../views/bar/Bar.module.css';
import { describeBehind } from '../live/describeLive.ts';
import { getRecordedPart, isObserved } from '../recordedPart.ts';
import { ReportButton } from '../report/ReportButton.tsx';

/** Nobody decides in recorded runs; their findings can be handed on. */
export function Decider() {
  const isLive = usePage(isObserved);
  const isBehind = usePage(state => describeBehind(state) !== '');
  const isQuiet = usePage(state => getRecordedPart(state).silence !== null);
  return (
    <div className={styles.group}>
      <span
        className={styles.elsewhere}
        title="what is in the traces is played again; they stay in this page"
      >
        {!isLive ? 'Recorded' : isBehind ? 'Not live' : isQuiet ? 'Quiet' : 'Live'}
        <span className="label">, no model is asked</span>
      </span>
      <ReportButton />
    </div>
  );
}
