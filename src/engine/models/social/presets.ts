/** Presets of the model; the first is the default. */
export const PRESETS = ['showcase', 'realistic', 'twitter15', 'twitter15_paced'] as const;

/** A value that is the same in all presets. */
export const repeatForPresets = <Value>(value: Value): Record<string, Value> =>
  Object.fromEntries(PRESETS.map(preset => [preset, value]));
