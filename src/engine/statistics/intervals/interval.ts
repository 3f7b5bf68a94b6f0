/** Ends of an interval of 95 %. */
export type Interval = readonly [low: number, high: number];

/** Probability beyond either end of an interval of 95 %. */
export const TAIL = 0.025;
