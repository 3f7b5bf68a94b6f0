import { createLazyView } from '../../controls/createLazyView.tsx';
import { usePage } from '../../hooks/hooks.ts';

const CompareDialog = createLazyView(
  async () => (await import('../compare/dialog/CompareDialog.tsx')).CompareDialog,
);
const OfferDialog = createLazyView(
  async () => (await import('../compare/dialog/OfferDialog.tsx')).OfferDialog,
);
const LeaveDialog = createLazyView(async () => (await import('./LeaveDialog.tsx')).LeaveDialog);
const ScenariosDialog = createLazyView(
  async () => (await import('../scenarios/ScenariosDialog.tsx')).ScenariosDialog,
);

/** The dialogs of the whole page that are open. @param onClose leaves those that could not be loaded */
export function Dialogs({ onClose }: { readonly onClose: () => void }) {
  const isComparing = usePage(state => state.isComparing);
  const isOffered = usePage(state => state.offered !== null);
  const isLeaving = usePage(state => state.leaving !== null);
  const isChoosing = usePage(state => state.scenarios !== null);
  return (
    <>
      {isComparing && <CompareDialog onClose={onClose} />}
      {isOffered && <OfferDialog onClose={onClose} />}
      {isLeaving && <LeaveDialog onClose={onClose} />}
      {isChoosing && <ScenariosDialog onClose={onClose} />}
    </>
  );
}
