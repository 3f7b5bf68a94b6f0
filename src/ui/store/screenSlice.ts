import type { Access, ScreenSlice } from './pageState.ts';

export const screenSlice = ({ set }: Access): ScreenSlice => ({
  theme: 'dark',
  letterKeys: true,
  panel: null,
  folded: null,
  corner: 'agents',
  arrange: part => set(part),
});
