/** Words about agents that follow a workflow, explained. */
export const TERMS = {
  scrip: 'the play money of this market; every agent begins with the same amount',
  artifact: 'what an agent makes, tests and sells; a broken one finds no buyer',
  'made by selling':
    'what buyers paid for what they kept, less what making, reworking and returns cost; neither income, nor the scrip of the start, nor purchases count',
  turn: 'what an agent does in a tick: the steps of its state, in the order of the text',
  'pivot by wildcard': 'a move along the edge that leads from any state',
  'tried again': 'turns whose step did not work and was played again in the next tick, as on_failure says',
  'steps skipped': 'steps that did not work and were passed over, as on_failure says',
  'given up': 'steps that did not work as often as allowed, so that the agent moved on',
  'agents stopped': 'agents whose step did not work and whose on_failure is to stop',
} as const;
