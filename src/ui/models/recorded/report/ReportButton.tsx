import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { createLazyView } from '../../../controls/createLazyView.tsx';
import { usePage, usePageStore } from '../../../hooks/hooks.ts';
import { isKeyTaken } from '../../../hooks/keys.ts';

const ReportDialog = createLazyView<{ readonly onClose: () => void }>(
  async () => (await import('./ReportDialog.tsx')).ReportDialog,
);

/** Asks for a report of the findings; so does R. */
export function ReportButton() {
  const [isOpen, setOpen] = useState(false);
  const isThere = usePage(({ run }) => run !== null);
  const store = usePageStore();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      const { run, letterKeys } = store.getState();
      if (event.key.toLowerCase() !== 'r' || isOther || run === null || !letterKeys || isKeyTaken(event))
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [store]);
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
