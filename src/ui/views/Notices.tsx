import { X } from 'lucide-react';
import { usePage, usePageStore } from '../hooks.ts';
import styles from './Notices.module.css';

/** What went wrong, once, until it is dismissed. */
export function Notices() {
  const store = usePageStore();
  const notices = usePage(state => state.notices);
  return (
    <div className={styles.notices}>
      {notices.map(notice => (
        <div key={notice.id} className={styles.notice} role={notice.kind === 'error' ? 'alert' : 'note'}>
          <p>{notice.text}</p>
          <button type="button" aria-label="Dismiss" onClick={() => store.getState().dismiss(notice.id)}>
            <X size={14} />
          </button>
        </div>
      ))}
    </div>
  );
}
