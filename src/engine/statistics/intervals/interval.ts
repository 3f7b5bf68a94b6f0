/** Ends of an interval of 95 %. */
export type Interval = readonly [low: number, high: number];

/** What numbers can be that have no least and no most. */
export const UNBOUNDED: Interval = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** Probability beyond either end of an interval of 95 %. */
export const TAIL = 0.025;
