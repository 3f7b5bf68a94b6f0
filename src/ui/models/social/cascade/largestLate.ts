import { lazily } from '../../../controls/lazily.tsx';

/** The dialog of the largest cascades, from wherever it is opened. */
export const LargestCascades = lazily<{ onClose: () => void }>(
  async () => (await import('./LargestCascades.tsx')).LargestCascades,
);
