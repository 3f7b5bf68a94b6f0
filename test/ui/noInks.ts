import type { Inks } from '../../src/ui/charts/inks.ts';

/** Inks of a canvas whose colours do not matter. */
export const NO_INKS = {
  ...{ bg: '', ink: '', ink2: '', ink3: '', hair: '', hairStrong: '', hover: '', link: '', font: '' },
  states: [],
  palette: [],
} satisfies Inks;
