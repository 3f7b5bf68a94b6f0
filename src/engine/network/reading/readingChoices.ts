import type { Direction, RepeatRule } from './edgeReading.ts';

/** All readings of an edge. */
export const DIRECTIONS = ['follows', 'followed', 'both'] as const satisfies readonly Direction[];
/** All rules for weights of repeated edges. */
export const REPEAT_RULES = ['sum', 'max', 'first'] as const satisfies readonly RepeatRule[];
