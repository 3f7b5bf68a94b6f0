import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../controls/Icon.tsx';
import { usePage, usePageStore, useSize } from '../../hooks/hooks.ts';
import { X } from '../../lib/icons.ts';
import type { Notice } from '../../state/pageState.ts';
import styles from './Notices.module.css';

/** Time to read a note, milliseconds. */
const LONG_ENOUGH = 15_000;

/**
 * Errors, questions and ways back, shown until dismissed; notes disappear by themselves unless the pointer is on them. The last
 * one is shown, with the number of the earlier ones.
 */
export function Notices() {
  const store = usePageStore();
  const notices = usePage(state => state.notices);
  const list = useRef<HTMLElement>(null);
  const { height } = useSize(list);
  const [isUnfolded, setUnfolded] = useState(false);
  // The charts need the room: the last notice stands for all, with the last error if that came before.
  const error = notices.findLast(({ kind }) => kind === 'error');
  const seen = notices.filter(
    (notice, place) => isUnfolded || notice === error || place === notices.length - 1,
  );
  const folded = notices.length - seen.length;
  useEffect(() => {
    if (notices.length < 2) setUnfolded(false);
  }, [notices.length]);
  // The page gives way.
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--notices', `${height}px`);
    return () => void document.documentElement.style.removeProperty('--notices');
  }, [height]);
  return (
    // A region while there is something in it.
    <section ref={list} className={styles.notices} aria-label={notices.length > 0 ? 'Notices' : undefined}>
      {folded > 0 && (
        <button type="button" className={styles.earlier} onClick={() => setUnfolded(true)}>
          and {folded} more
        </button>
      )}
      {notices.length > 1 && (
        <button type="button" className={styles.earlier} onClick={() => store.getState().retract('')}>
          Dismiss all
        </button>
      )}
      {seen.map(notice => (
        <NoticeLine key={notice.id} notice={notice} onDismiss={() => store.getState().dismiss(notice.id)} />
      ))}
    </section>
  );
}

function NoticeLine({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  const [held, setHeld] = useState(false);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  // A way back stays until it is taken or dismissed.
  const passes = notice.kind === 'note' && !notice.button?.stays && !held;
  useEffect(() => {
    if (!passes) return;
    const timer = setTimeout(() => dismiss.current(), LONG_ENOUGH);
    return () => clearTimeout(timer);
    // A repeated notice stays long enough to be read again.
  }, [passes, notice.times]);
  return (
    <div
      className={styles.notice}
      role={notice.kind === 'error' ? 'alert' : 'note'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <p>
        {notice.text}
        {notice.times > 1 && ` (${notice.times} times)`}
      </p>
      {notice.button &&
        [notice.button, ...(notice.button.others ?? [])].map(({ label, act }) => (
          <button
            key={label}
            type="button"
            className={styles.button}
            onClick={() => {
              act();
              onDismiss();
            }}
          >
            {label}
          </button>
        ))}
      <button type="button" aria-label="Dismiss" title="dismiss" onClick={onDismiss}>
        <Icon outline={X} size={14} />
      </button>
    </div>
  );
}
