/**
 * The rules for the parent of a reply or reshare in the tree of its cascade. Data of platforms name only the original; who led
 * somebody to it is inferred, and depth, breadth and structural virality depend on how (Goel et al. 2016).
 * `drawn`: the root by a probability that is drawn for each cascade, else the copy that the feed showed. `root_or_other`: the same
 * for those to whom the feed showed the root itself, else the newest other copy that they could have seen; so the share that
 * names the root depends little on how many follow its author. The others name a copy among all that the person could have seen.
 */
export const PARENT_RULES = [
  'drawn',
  'root_or_other',
  'first_seen',
  'last_seen',
  'strongest_tie',
  'weighted_draw',
  'original',
] as const;
/** Name of such a rule. */
export type ParentRule = (typeof PARENT_RULES)[number];

/** Posts that are a part of a cascade in addition to its root: reshares, or replies as well. */
export const CASCADE_COUNTS = ['reshares', 'reshares_and_replies'] as const;
/** Name of such a choice. */
export type CascadeCounts = (typeof CASCADE_COUNTS)[number];

/**
 * The copy that a feed shows first: the one that interests the person most, the newest, the one with most reactions, the one on
 * the person's own topics, or any. Among equals it is the newest, by interest the one in the lower place.
 */
export const FEEDS = ['by_interest', 'chronological', 'by_engagement', 'by_similarity', 'random'] as const;
/** Name of such an order. */
export type FeedOrder = (typeof FEEDS)[number];
