import type { HelpContents } from '../../views/setup/HelpDialog.tsx';

/** Help texts about the views of missions. */
const MISSIONS_FACTS: readonly string[] = [
  'Each dot in the chart is one mission; the longest-staying sit in the middle. A click selects it.',
  'The number at an edge is how many took it in this step; the band’s width grows with the square root of that number.',
  'In the timelines a taller bar means nearer to a decision, full height is stuck; a ring is the end: filled where the agent finished, on advice or by itself.',
  'In the call trace x is the step. ● is a tool call, ○ is reasoning, ◆ is a finish, × was not accepted; a box holds the hits of a search. A click shows the step’s prompt and its answer.',
  'A mission ends in one of five ways. Its agent finishes it, on advice or by itself: the answer is right or wrong, or it abstains. Or a rule stops it as stuck, or it is cut off at the limit of steps.',
  'Right has an expected answer or names an expected document; abstained says that it has none; anything else is wrong. A mission without an expectation (yours: "answer" and "source" in the list) is not judged.',
  'A rule that fires gives advice in the next prompt and one step of grace; an agent that continues regardless is stopped, and its mission ends with a summary.',
  'With second chances an agent that is found stuck is warned and sent back to the phase it was in (a hollow ◇ in the call trace), until they are used up.',
  'There are two clocks. The axis gives every step the same simulated time. The duration of a phase, in prompts and rules, adds up the simulated time that each call of this mission takes.',
  'A step is one question to the model; a call is a call of a tool.',
  'The same set-up and seed give the same run, here and on the command line, as long as the policy decides.',
];

/** Help about missions. */
export const MISSIONS_HELP: HelpContents = { facts: MISSIONS_FACTS };
