import { CASCADE_MEASURES } from './cascade/measureWords.ts';

/** Help texts about the views of people on a network. */
export const SOCIAL_HELP: readonly string[] = [
  'Each dot in the chart is one agent; the longest-staying sit in the middle. A click selects it.',
  'The number at an edge is how many took it in this round; the band’s width grows with the square root of that number.',
  'In the timelines a taller bar means more engaged; what is circled is a post in the cascade above.',
  'In a cascade x is the round; a line leads from a post to its answers and reshares.',
  'In the network a dot is a person in the colour of its state, the larger the more follow it; ringed in ink who took part in the cascade, in pink who liked it. A line leads from its thick end to its thin one; one in ink is a follow that a change has added, a dashed one a follow that it has cut. The wheel and W A S D zoom and move it, F shows all, ↑ and ↓ go through people.',
  'Where the file of a network divides its nodes, colour: … above the timelines and next to the network has groups instead of states: what happened is ink there, and bars show states by their height.',
  'The dimmed part is the warm-up: rounds played before round 1, so that nobody starts in an empty world.',
  'A cascade is a post with all replies and reshares below it. A disc is a reshare, a ring a reply. Its measures:',
  ...CASCADE_MEASURES.map(({ nameOf, meaning }) => `${nameOf(2)}: ${meaning}.`),
  'Boxes of the chart say who is there at the end of a round; Actions say what was done in it.',
  'The people are synthetic. The same set-up and seed give the same run, here and on the command line, as long as the policy decides.',
];
