import type { Mood } from '../../../engine/models/social/people/moodNames.ts';

/** A mood in a sentence: "fed up". */
export const describeMood = (mood: Mood): string => mood.replace('_', ' ');

/** A factor with as many digits as it has: "1.8", "0.33". */
export const formatMoodFactor = (value: number): string => String(Number(value.toFixed(2)));
