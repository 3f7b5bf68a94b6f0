import { useState } from 'react';
import { lazily } from '../../../controls/lazily.tsx';
import { useCalmPage, usePage } from '../../../hooks/hooks.ts';
import { grouped } from '../../../lib/words.ts';
import styles from '../cascade/CascadeView.module.css';
import { socialOf } from '../socialPart.ts';

const ViewersDialog = lazily<{ onClose: () => void }>(
  async () => (await import('./ViewersDialog.tsx')).ViewersDialog,
);

/** How many saw the cascade on the screen and what they did, and the way to who they are. */
export function SeenBy() {
  const [open, setOpen] = useState(false);
  const exposure = useCalmPage(state => socialOf(state).tree?.exposure, 'measures');
  const agents = usePage(state => state.run?.info.config.agents) ?? 0;
  if (!exposure) return null;
  const { seen, passedOn, liked, wentOn, looking } = exposure;
  const parts = [
    `${grouped(passedOn)} posted`,
    `${grouped(liked)} only liked a post in it`,
    `${grouped(wentOn)} went on`,
    ...(looking > 0 ? [`${grouped(looking)} look now`] : []),
  ];
  return (
    <>
      <button
        type="button"
        className={styles.again}
        title={`people other than its author who looked at a post of it, of ${grouped(agents - 1)}, each once: ${parts.join(', ')}`}
        onClick={() => setOpen(true)}
      >
        {grouped(seen)} saw it
      </button>
      {open && <ViewersDialog onClose={() => setOpen(false)} />}
    </>
  );
}
