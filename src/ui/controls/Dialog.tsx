import { type ReactNode, useEffect, useRef } from 'react';
import { X } from '../lib/icons.ts';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';

/** Fields that one types into or chooses from. */
const FIELD = ':is(input:not([type=file],[type=checkbox],[type=radio]),textarea,select):enabled';

/** A modal sheet, whose first field has the focus; Esc and a click outside close it. */
export function Dialog({
  title,
  onClose,
  wide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  /** Room for a table of a dozen columns. */
  wide?: boolean;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open) return;
    if (dialog.showModal) dialog.showModal();
    else dialog.open = true;
    // On Close, the first space of a name would close it.
    (dialog.querySelector<HTMLElement>('[autofocus]') ?? dialog.querySelector<HTMLElement>(FIELD))?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a modal dialog by itself
    <dialog
      ref={ref}
      className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-label={title}
      onClose={onClose}
      // The second press of a double click on the button that opened it is not one outside.
      onClick={event => event.target === ref.current && event.detail < 2 && onClose()}
    >
      <div className={styles.body}>
        <header className={styles.head}>
          <h2>{title}</h2>
          <button type="button" aria-label="Close" title="close (Esc)" onClick={onClose}>
            <Icon outline={X} size={16} />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
