import type { HelpContents } from '../../views/setup/HelpDialog.tsx';

/** Help texts about the views of agents that follow a chart. */
const CHART_FACTS: readonly string[] = [
  'Each dot in the chart is one agent; the longest-staying sit in the middle. A click selects it.',
  'The number at an edge is how many took it in this tick.',
  'In Flow a row is a transition, and a bar’s height is how many took it in a tick; all rows have one scale.',
  'Where the file of a network divides its nodes, colour: … above the timelines and next to the network has groups instead of states; bars show states by their height then.',
  'Moves are counted by what moved the agent: neighbours (a rate for each whom it follows in a state), a rate of its own, an event, or a timeout.',
  'A rate is a probability in a tick. Those out of one state compete: one draw, at most one of them; where they sum to more than 1, each is divided by the sum.',
  'Stimulus is the chance that an agent which nothing else moved gets one of the events that it would answer.',
  'Seeded is the chance of each agent to get the event “seed” in the first tick; if chance chooses none, one gets it.',
  'A chart of your own is SCXML, JSON (Statescope’s or an XState 5 configuration) or a state diagram of Mermaid; its delays are times of the run’s clock, on which Tick says how long a tick is. Of a chart with regions all are drawn, an agent has a dot in each, and the other views show the one that is chosen in the bar. sc:rate, sc:per and sc:timeout say what SCXML has no words for; a state with sc:asks asks which of its events to take, by sc:weight or of a language model; the columns transmission, recovery, persuasion and doubt are the sliders of that name.',
  'The same chart, set-up and seed give the same run, here and on the command line.',
];

/** Help about agents that follow a chart. */
export const CHART_HELP: HelpContents = { facts: CHART_FACTS };
