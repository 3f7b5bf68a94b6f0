/** Second key words of the random streams that only this model draws from; see `Random`. */
export const ChartDomain = { rates: 12, stimulus: 13, policy: 16, choice: 17 } as const;
