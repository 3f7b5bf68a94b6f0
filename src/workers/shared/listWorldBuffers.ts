import type { World } from '../../engine/worlds/worldCourse.ts';

/** Buffers of worlds that are transferred to the page, not copied. */
export const listWorldBuffers = (worlds: readonly World[]): ArrayBuffer[] =>
  worlds.flatMap(({ course, trace }) =>
    [course, trace].flatMap(one => (one === null ? [] : [one.buffer as ArrayBuffer])),
  );
