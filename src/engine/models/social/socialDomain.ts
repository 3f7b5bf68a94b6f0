/** Second key words of the random streams that only this model draws from; see `Random`. */
export const SocialDomain = {
  ...{ session: 3, policy: 4, post: 5, trending: 6, choice: 7 },
  ...{ mood: 14, feed: 19, pace: 23 },
} as const;
