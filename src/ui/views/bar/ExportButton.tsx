import { useState } from 'react';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { usePage } from '../../hooks/hooks.ts';
import { DOWNLOAD } from '../../lib/icons.ts';
import styles from './Bar.module.css';
import type { ExportingProps } from './Exporting.tsx';

const Exporting = createLazyView<ExportingProps>(
  preloadOnActivity(async () => (await import('./Exporting.tsx')).Exporting),
);

/** Asks for the run document; with Shift, in a form that is chosen. */
export function ExportButton() {
  /** Whether it was pressed with Shift; null: it was not pressed. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const isThere = usePage(state => state.run !== null);
  const button = (
    <button
      type="button"
      aria-label="Export JSON"
      title="the whole run as one JSON document; with Shift, or where it is large, as JSON or row by row; with Shift its network as well"
      onClick={({ shiftKey }) => isThere && asked === null && setAsked(shiftKey)}
    >
      <Icon outline={DOWNLOAD} size={15} className={styles.icon} />
      <span className={styles.word}>Export</span>
    </button>
  );
  if (asked === null) return button;
  return (
    <Exporting isFormAsked={asked} onEnd={() => setAsked(null)} onAgain={() => setAsked(asked)}>
      {button}
    </Exporting>
  );
}
