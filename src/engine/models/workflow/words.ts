export const STEP_TYPES = ['llm', 'code', 'transition'] as const;
export type StepType = (typeof STEP_TYPES)[number];

/** What becomes of a step that fails. */
export const POLICIES = ['retry', 'skip', 'fail'] as const;
export type FailurePolicy = (typeof POLICIES)[number];

/** What an agent can do in its world, one of them a turn. */
export const ACTIONS = ['observe', 'think', 'make', 'test', 'rework', 'ship', 'wait'] as const;
export type ActionName = (typeof ACTIONS)[number];

/** What came of a step: done, or what its policy made of a failure; `gave_up`: it had no retry left. */
export const OUTCOMES = ['done', 'retry', 'skipped', 'gave_up', 'stopped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Why a step failed: nothing came, nothing that could be read came, no key of the map is mentioned, no edge allows the
 * move, its code broke off.
 */
export const FAILURES = ['unanswered', 'unreadable', 'unmapped', 'no_edge', 'code'] as const;
export type Failure = (typeof FAILURES)[number];

/** How an answer met a key of a transition map. */
export const MATCHES = ['exact', 'mentioned'] as const;
export type Match = (typeof MATCHES)[number];

/** What an agent knows of the artifact that it has in hand. */
export const HANDS = ['none', 'untested', 'works', 'broken'] as const;
export type Hand = (typeof HANDS)[number];

/** Workflows that come with Statescope; `public/workflows/NAME.yaml`. A preset each. */
export const EXAMPLES = ['completed', 'careful', 'pivoting'] as const;
export type Example = (typeof EXAMPLES)[number];
/** Of their texts, by which a run of one is told from a run of a text that somebody has changed. */
export const EXAMPLE_DIGESTS: Readonly<Record<Example, string>> = {
  completed: '52f151de9464844abb030d78cb1ca9d310578922e9b19dbb95f157cd654d64f1',
  careful: '14951006c802e023bfb8921dd478f136d5057c5b96dd7e7f616171a18a3aab2c',
  pivoting: 'e1af2f4101d95aaa6fe44a062f554c0f1cf636d552919fcddc03d728fc77176a',
};
