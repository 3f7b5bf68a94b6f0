import { useState } from 'react';
import { createLazyView } from '../../../controls/createLazyView.tsx';
import { useCalmPage, usePage } from '../../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../../lib/formatCounts.ts';
import styles from '../cascade/CascadeView.module.css';
import { getSocialPart } from '../socialPart.ts';

const ViewersDialog = createLazyView<{ onClose: () => void }>(
  async () => (await import('./ViewersDialog.tsx')).ViewersDialog,
);

/** Number of viewers of the cascade on the screen with their reactions, and a link to the list of them. */
export function SeenBy() {
  const [open, setOpen] = useState(false);
  const exposure = useCalmPage(state => getSocialPart(state).tree?.exposure, 'measures');
  const agents = usePage(state => state.run?.info.config.agents) ?? 0;
  if (!exposure) return null;
  const { seen } = exposure;
  return (
    <>
      <button
        type="button"
        className={styles.again}
        title={`of ${formatGroupedInteger(agents - 1)} others; press for what came of it`}
        onClick={() => setOpen(true)}
      >
        {formatGroupedInteger(seen)} saw it
      </button>
      {open && <ViewersDialog onClose={() => setOpen(false)} />}
    </>
  );
}
