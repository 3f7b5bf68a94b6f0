/** The states of the chart; the order numbers them everywhere. */
export const MISSION_PHASES = [
  'init',
  'searching',
  'analyzing',
  'deciding',
  'stuck_search',
  'stuck_analyze',
  'stuck_decide',
  'finishing',
] as const;
/** Name of a state of the chart. */
export type Phase = (typeof MISSION_PHASES)[number];

/** The stuck rules; the first that holds is the one reported. */
export const STUCK_RULES = [
  'same_tool',
  'same_state',
  'timeout',
  'repeated_search',
  'alternation',
  'failed_decisions',
] as const;
/** Name of a stuck rule. */
export type Rule = (typeof STUCK_RULES)[number];

/** State of a mission, or its ending; columns store the position in this list. */
export const MISSION_OUTCOMES = ['waiting', 'under_way', 'finished', 'finished_stuck', 'cut_off'] as const;
/** `cut_off` is the step limit's end; `finished_stuck` a rule's. */
export type MissionOutcome = (typeof MISSION_OUTCOMES)[number];

/**
 * Endings of a mission for its outcome: the agent's own finish judged by the expected answer, the end by a rule, the
 * end by the step limit.
 */
export const MISSION_ENDINGS = ['right', 'wrong', 'abstained', 'unjudged', 'stuck', 'cut_off'] as const;
/** Name of an ending. */
export type Ending = (typeof MISSION_ENDINGS)[number];

/** Characters that replace a model if none is asked. */
export const CHARACTERS = [
  'searcher',
  'repeater',
  'digger',
  'muser',
  'brooder',
  'ditherer',
  'ping_pong',
  'hallucinator',
  'proser',
] as const;
/** Name of a scripted character; the first never gets stuck. */
export type Character = (typeof CHARACTERS)[number];
