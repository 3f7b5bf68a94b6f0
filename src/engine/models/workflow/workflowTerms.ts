/** Types of steps, as the YAML names them. */
export const STEP_TYPES = ['llm', 'code', 'transition'] as const;
/** Type of a step. */
export type StepType = (typeof STEP_TYPES)[number];

/** Responses to a step's failure. */
export const POLICIES = ['retry', 'skip', 'fail'] as const;
/** Response to a step's failure. */
export type FailurePolicy = (typeof POLICIES)[number];

/** Actions in the market, one per turn. */
export const MARKET_ACTIONS = ['observe', 'think', 'make', 'test', 'rework', 'ship', 'wait'] as const;
/** Name of an action in the market. */
export type ActionName = (typeof MARKET_ACTIONS)[number];

/** Outcome of a step: done, or its policy's response to a failure; `gave_up`: no retry was left. */
export const STEP_OUTCOMES = ['done', 'retry', 'skipped', 'gave_up', 'stopped'] as const;
/** Result of a step, as the log's column numbers it. */
export type StepOutcome = (typeof STEP_OUTCOMES)[number];

/**
 * Why a step failed: no answer came, the answer was unreadable, it mentioned no key of the map, no edge
 * allowed the move, the code broke off.
 */
export const STEP_FAILURES = ['unanswered', 'unreadable', 'unmapped', 'no_edge', 'code'] as const;
/** Cause of a step's failure. */
export type Failure = (typeof STEP_FAILURES)[number];

/** Ways in which an answer named a key of a transition map. */
export const MATCHES = ['exact', 'mentioned'] as const;
/** Way in which an answer named its key. */
export type Match = (typeof MATCHES)[number];

/** Hands: what an agent knows of the artifact that it holds. */
export const HANDS = ['none', 'untested', 'works', 'broken'] as const;
/** A maker's knowledge of the artifact in hand. */
export type Hand = (typeof HANDS)[number];

/** Bundled workflows, `public/workflows/NAME.yaml`; each has a preset of its name. */
export const EXAMPLES = ['completed', 'careful', 'pivoting', 'careless', 'fragments'] as const;
/** Name of a bundled workflow, and of its preset. */
export type Example = (typeof EXAMPLES)[number];
/** SHA-256 of the bundled texts, which distinguish a run of one from a run of a changed text. */
export const EXAMPLE_DIGESTS: Readonly<Record<Example, string>> = {
  completed: '1cb6d3dc4131d7aea87f727e24cfadaf4ee6f056a13fc44c4c29c0101b701246',
  careful: '7f4898781c71035914b608278834f914b853d0b56d61124d106c630d5d7baeec',
  pivoting: 'cc858dd6851a506fe1c22e2f6e910781daaf3922f293622e423908858560709b',
  careless: '067e24bd9dcc984685b9603edb9e2eeb90505188ec8a6777a44dcaaea5839e2c',
  fragments: '4ca25f2695780a08f7a7cbe5e1816ba8ef27b5efd6fc352810f56af48a888c64',
};
