import { useState } from 'react';
import { createPortal } from 'react-dom';
import { createLazyView } from '../../../controls/createLazyView.tsx';
import { usePage } from '../../../hooks/hooks.ts';
import { useSingleKeys } from '../useSingleKeys.ts';

const ReportDialog = createLazyView<{ readonly onClose: () => void }>(
  async () => (await import('./ReportDialog.tsx')).ReportDialog,
);

/** Asks for a report of the findings; so does R. */
export function ReportButton() {
  const [isOpen, setOpen] = useState(false);
  const isThere = usePage(({ run }) => run !== null);
  useSingleKeys(key => (key.toLowerCase() === 'r' && isThere ? () => setOpen(true) : null));
  return (
    <>
      <button
        type="button"
        title="the findings as one page for other people, without the texts of the traces (R)"
        disabled={!isThere}
        onClick={() => setOpen(true)}
      >
        Report…
      </button>
      {isOpen &&
        // Outside the bar: within it, the dialog's head would be a second one.
        createPortal(<ReportDialog onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}
