import { type Equation, listRunEquations } from '../../../engine/models/social/reports/socialEquations.ts';
import type { HelpContents } from '../../views/setup/HelpDialog.tsx';
import { CASCADE_MEASURES } from './cascade/measureWords.ts';

/** Help texts about the views of people on a network. */
const SOCIAL_FACTS: readonly string[] = [
  'Each dot in the chart is one agent; the longest-staying sit in the middle. A click selects it.',
  'The number at an edge is how many took it in this round; the band’s width grows with the square root of that number.',
  'In the timelines a taller bar means more engaged; what is outlined is a post in the cascade above.',
  'In a cascade x is the round; a line leads from a post to its answers and reshares.',
  'In the network a dot is a person in the colour of its state, the larger the more follow it; outlined in ink who took part in the cascade, in pink who liked it. A line leads from its thick end to its thin one; one in ink is a follow that a change has added, a dashed one a follow that it has cut. The wheel and W A S D zoom and move it, F shows all, ↑ and ↓ go through people.',
  'Where the file of a network divides its nodes, colour: … above the timelines and next to the network has groups instead of states: what happened is ink there, and bars show states by their height.',
  'The dimmed part is the warm-up: rounds played before round 1, so that nobody starts in an empty world.',
  'A cascade is a post with its reshares, or the whole thread: “how it is counted” next to it is the switch. A disc is a reshare, a ring a reply.',
  'Posted: wrote an original post, a reply or a reshare. Took part: posted something that counts in a cascade, its author included. Saw: looked at a post that counts; its author does not. Reached: took part in a cascade that somebody else began. The measures of a cascade:',
  ...CASCADE_MEASURES.map(({ nameOf, meaning }) => `${nameOf(2)}: ${meaning}.`),
  'Boxes of the chart say who is there at the end of a round; Actions say what was done in it.',
  'The people are synthetic. The same set-up and seed give the same run, here and on the command line, as long as the policy decides.',
];

/** "interest = …" under what it is. */
function formatEquation({ symbol, formula, unit, meaning, where = {}, origin }: Equation): string {
  const names = Object.entries(where).map(([name, what]) => `# ${name}: ${what}`);
  const facts = [unit, origin === 'fitted' ? 'fitted constants' : ''].filter(fact => fact !== '').join(', ');
  return [
    `# ${meaning.replaceAll('`', '')}${facts === '' ? '' : ` (${facts})`}`,
    ...names,
    `${symbol} = ${formula}`,
  ].join('\n');
}

/** The model in equations. */
const describeEquations: HelpContents['describeLanguage'] = parameters => ({
  heading: 'The model in equations',
  notes: [
    'Names are parameters of Set-up, other quantities, or explained. The same equations, with scheduling, constants and values, are in the ODD protocol, which Methods offers under “Would it happen again?”.',
  ],
  examples: listRunEquations(parameters).map(({ title, equations }) => ({
    title: title.replaceAll('`', ''),
    code: equations.map(formatEquation).join('\n\n'),
  })),
});

/** Help about people on a network. */
export const SOCIAL_HELP: HelpContents = { facts: SOCIAL_FACTS, describeLanguage: describeEquations };
