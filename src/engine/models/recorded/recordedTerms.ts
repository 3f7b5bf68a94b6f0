/** Sets of recorded cases that come with Statescope. */
export const EXAMPLE_SETS = ['telecom', 'retail', 'retail_tuned'] as const;
/** One of them. */
export type ExampleSet = (typeof EXAMPLE_SETS)[number];

/** Their files, below `traces/`. */
export const EXAMPLE_FILES: Readonly<Record<ExampleSet, string>> = {
  telecom: 'tau2_telecom_40.json.gz',
  retail: 'tau2_retail_40.json.gz',
  retail_tuned: 'tau2_retail_tuned_40.jsonl.gz',
};

/** Digests of their cases. */
export const EXAMPLE_DIGESTS: Readonly<Record<ExampleSet, string>> = {
  telecom: 'ec401b11a031e174763a6687492b8a34d8bb2ddc591ba8523e2fa34af81bb096',
  retail: '2efe0914502ff68109686b930f0b55f0ef22638842020a818b3e645223ab3419',
  retail_tuned: 'e7ffca4f2fc9735a47499e85061d4a7c66c1f361a9ab832d710c38336abb0f98',
};

/** State of a case before its first step. */
export const NOT_BEGUN = 'not begun';
/** States of a case after its last step, by what the source says of it. */
export const CASE_END_STATES = ['succeeded', 'failed', 'ended'] as const;
/** One of them; `ended`: nobody has said how. */
export type End = (typeof CASE_END_STATES)[number];

/** Wildcard for every state, and every trigger, in a chart. */
export const ANY_STATE = '*';

const OWN_STATES: ReadonlySet<string> = new Set([NOT_BEGUN, ANY_STATE, ...CASE_END_STATES]);

const STEP_MARK = ' (step)';

/** A state of the traces as the chart names it: it gets another name if the chart's own states have that one. */
export const escapeStateName = (state: string): string =>
  OWN_STATES.has(state) ? `${state}${STEP_MARK}` : state;

/** The state of the traces that has this name in the chart. */
export const unescapeStateName = (name: string): string => {
  const state = name.endsWith(STEP_MARK) ? name.slice(0, -STEP_MARK.length) : name;
  return OWN_STATES.has(state) ? state : name;
};

/** Trigger that leads to each end. */
export const END_TRIGGERS: Readonly<Record<End, string>> = {
  succeeded: 'ends well',
  failed: 'ends badly',
  ended: 'ends',
};

/** "250 ms", "3.2 s", "4.0 min", "2.5 h" */
export const formatMilliseconds = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 7_200_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
};
