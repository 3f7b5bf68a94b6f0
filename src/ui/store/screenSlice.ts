import type { ScreenSlice, SliceAccess } from './pageState.ts';

/** Owns the arrangement of the screen. */
export const screenSlice = ({ set }: SliceAccess): ScreenSlice => ({
  theme: 'dark',
  letterKeys: true,
  panel: null,
  folded: null,
  corner: 'agents',
  isNew: false,
  isTall: false,
  triggerNames: false,
  help: null,
  scenarios: false,
  isComparing: false,
  arrange: part => set(part),
});
