/** Random-number domains of recorded runs. */
export const RecordedDomain = { halves: 20, sets: 21, heldOut: 22 } as const;
