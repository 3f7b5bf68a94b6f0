import { createLazyView } from '../../../controls/createLazyView.tsx';

/** The dialog of the largest cascades. */
export const LargestCascades = createLazyView<{ onClose: () => void }>(
  async () => (await import('./LargestCascades.tsx')).LargestCascades,
);
