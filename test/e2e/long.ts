/**
 * Details of a test that only `npm run test:long` plays: the usual run holds the same for other models, sizes or servers, or
 * below the page, where components, the worker and the engine have their tests.
 */
export const LONG = { tag: '@long' } as const;

/** The same, but for the one that stands for its kind in the usual run. */
export const longUnless = (isUsual: boolean) => (isUsual ? {} : LONG);
