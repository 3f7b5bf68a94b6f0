/** Variables that the world sets for an agent: in prompts, in conditions and in code. */
const WORLD_VARIABLES = {
  agent_id: "the agent's id",
  balance: 'its scrip',
  tick: 'the tick that is played',
  time_remaining: 'ticks left after it',
  progress_percent: 'how far the run is, 0 to 100',
  artifacts: 'what is made and sold by everybody, and the latest offers, in words',
  my_artifacts: 'its own artifacts, the latest first, in words',
  action_history: 'what came of its last five actions, in words',
  last_action_result: 'what came of the last one, in words',
  success_rate: 'successes / total; 0.0 at first',
  economic_context: 'costs, prices and sales, in words',
  successes: 'how many of its recent actions went well',
  total: 'how many of its recent actions could go well or wrong',
  failures_in_a_row: 'how many of the latest went wrong, one after the other',
  last_action: 'its name: "make"; empty at first',
  last_action_ok: 'whether it went well; True at first',
  hand: 'the artifact in hand: "none", "untested", "works", "broken"',
  state: 'the state it is in',
} as const;

/** Name of a variable that the world sets. */
export type WorldName = keyof typeof WORLD_VARIABLES;
/** Names of the world's variables, in the order in which they are listed. */
export const WORLD_NAMES = Object.keys(WORLD_VARIABLES) as readonly WorldName[];
/** True if the world sets a variable of that name. */
export const isMarketVariable = (name: string): name is WorldName => Object.hasOwn(WORLD_VARIABLES, name);
