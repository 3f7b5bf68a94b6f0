/** Presets of the model; the first is the default. */
export const PRESETS = ['showcase', 'realistic'] as const;
/** Name of a preset. */
export type Preset = (typeof PRESETS)[number];
