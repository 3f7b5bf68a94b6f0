/** Random-number domains of recorded runs. */
export const RecordedDomain = { intervals: 19, halves: 20, sets: 21 } as const;
