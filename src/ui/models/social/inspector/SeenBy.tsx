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
  const { seen, passedOn, replied, liked, wentOn, looking } = exposure;
  const parts = [
    `${formatGroupedInteger(passedOn)} passed it on`,
    `${formatGroupedInteger(replied)} replied`,
    `${formatGroupedInteger(liked)} only liked a post in it`,
    `${formatGroupedInteger(wentOn)} went on`,
    ...(looking > 0 ? [`${formatGroupedInteger(looking)} look now`] : []),
  ];
  return (
    <>
      <button
        type="button"
        className={styles.again}
        title={`people other than its author who looked at a post of it, of ${formatGroupedInteger(agents - 1)}, each once: ${parts.join(', ')}`}
        onClick={() => setOpen(true)}
      >
        {formatGroupedInteger(seen)} saw it
      </button>
      {open && <ViewersDialog onClose={() => setOpen(false)} />}
    </>
  );
}
