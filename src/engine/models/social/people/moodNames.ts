/** Moods of an agent; their numbers go into decisions. The first is everybody's at the start. */
export const MOODS = ['calm', 'engaged', 'fed_up'] as const;
/** One of the moods. */
export type Mood = (typeof MOODS)[number];
