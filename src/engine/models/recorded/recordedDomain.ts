/** Random-number domains of recorded runs. */
export const RecordedDomain = { halves: 20, sets: 21 } as const;
