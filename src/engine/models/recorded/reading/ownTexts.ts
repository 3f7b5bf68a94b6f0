/** Inputs that are one text of the user's each: the document holds them. */
export const OWN_TEXTS = ['mapping', 'given', 'reading'] as const;
/** One of them. */
export type OwnText = (typeof OWN_TEXTS)[number];
