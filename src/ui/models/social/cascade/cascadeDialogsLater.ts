import { createLazyView } from '../../../controls/createLazyView.tsx';

/** The dialog of the largest cascades. */
export const LargestCascades = createLazyView<{ onClose: () => void }>(
  async () => (await import('./LargestCascades.tsx')).LargestCascades,
);

/** The dialog of what counts, and of parents. */
export const CountingDialog = createLazyView<{ onClose: () => void }>(
  async () => (await import('./CountingDialog.tsx')).CountingDialog,
);
