/** Collects the values of an option that may be given several times. */
export const collectOptionValues = (value: string, all: readonly string[]): readonly string[] => [
  ...all,
  value,
];
