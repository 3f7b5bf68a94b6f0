/** Second key words of the random streams that only this model draws from; see `Random`. */
export const GovernedDomain = { mission: 8 } as const;
