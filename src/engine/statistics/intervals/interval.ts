/** Ends of an interval of 95 %. */
export type Interval = readonly [low: number, high: number];

/** Range of numbers without bounds. */
export const UNBOUNDED: Interval = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** Probability beyond either end of an interval of 95 %. */
export const TAIL = 0.025;
