import type { ChartWords } from '../../statechart/definition.ts';

/** The phases of a mission in plain words. */
export const GOVERNED_WORDS = {
  states: {
    init: { label: 'init', description: 'has its mission and has not begun' },
    searching: { label: 'searching', description: 'looks for documents' },
    analyzing: { label: 'analyzing', description: 'reads what it found' },
    deciding: { label: 'deciding', description: 'makes up its mind what to do next' },
    stuck_search: { label: 'stuck_search', description: 'a rule has stopped its search' },
    stuck_analyze: { label: 'stuck_analyze', description: 'a rule has stopped its reading' },
    stuck_decide: { label: 'stuck_decide', description: 'a rule has stopped its thinking' },
    finishing: { label: 'finishing', description: 'gives its answer, or says why it has none' },
  },
  triggers: {
    search: { label: 'searches', description: 'it calls the search' },
    reason: { label: 'thinks', description: 'it reasons about what it has' },
    fail: { label: 'cannot begin', description: 'its first answer could not be used' },
    finish: { label: 'answers', description: 'it gives its final answer' },
    same_tool: { label: 'same tool again', description: 'it called one tool too often in a row' },
    same_state: { label: 'too long in a phase', description: 'it took too many steps in one phase' },
    timeout: { label: 'too much time', description: 'it took too much time in one phase' },
    repeated_search: { label: 'repeated search', description: 'it made the same search again' },
    alternation: { label: 'back and forth', description: 'it went back and forth between two actions' },
    failed_decisions: {
      label: 'failed decisions',
      description: 'too many answers in a row could not be used',
    },
    give_up: { label: 'gives up', description: 'it is stuck and ends with a summary' },
    step_limit: { label: 'limit of steps', description: 'it has used up its steps' },
  },
} as const satisfies ChartWords;

/** The same with second chances. */
export const COMPOSITE_WORDS: ChartWords = {
  states: {
    ...GOVERNED_WORDS.states,
    working: { label: 'working', description: 'carries out its mission, and is asked before each step' },
    where_it_was: { label: 'where it was', description: 'the phase in which a rule stopped it' },
    stuck: { label: 'stuck', description: 'a rule has stopped it; nobody asks it' },
  },
  triggers: {
    ...GOVERNED_WORDS.triggers,
    resume: { label: 'gets another try', description: 'it is warned and sent back to where it was' },
  },
};
