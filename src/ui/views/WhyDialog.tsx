import { useEffect, useState } from 'react';
import type { WhyLink } from '../../engine/why.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { useLink, usePage, usePageStore } from '../hooks.ts';
import { wordsNow } from '../models/looks.ts';
import { roundNumber } from '../words/clock.ts';
import styles from './WhyDialog.module.css';

/** How a thing came to be, link by link, back to where it began; a press on one shows its agent at that moment. */
export function WhyDialog({ id, title, onClose }: WhyProps) {
  const link = useLink();
  const store = usePageStore();
  const word = usePage(state => wordsNow(state).Tick);
  const [links, setLinks] = useState<readonly WhyLink[] | null>(null);
  useEffect(() => {
    void link.ask(engine => engine.why(id)).then(told => setLinks(told ?? []));
  }, [link, id]);
  return (
    <Dialog title={title} onClose={onClose}>
      {links === null && <p>Looking…</p>}
      {links?.length === 0 && <p>Of this nothing is told.</p>}
      {links !== null && links.length > 0 && (
        <>
          <p className="label">The last first. A press shows who did it as of then.</p>
          <ol className={styles.chain}>
            {links.map((one, at) => (
              <li key={at}>
                <button
                  type="button"
                  onClick={() => {
                    const { head, run, select } = store.getState();
                    const isPast = one.tick < head && one.tick >= (run?.columns.first ?? 0);
                    select({ agents: [one.agent], state: null, cursor: isPast ? one.tick : null });
                    onClose();
                  }}
                >
                  <span className={styles.when}>
                    {word} {roundNumber(one.tick)}
                  </span>
                  <span>{one.said}.</span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </Dialog>
  );
}

interface WhyProps {
  /** Id of a thing of the model's subject: `post_012`. */
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}
