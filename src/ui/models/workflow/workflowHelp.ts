import { LANGUAGE, NOTES } from '../../../engine/python/language.ts';
import { formatGlossaryLines } from '../../lib/formatCounts.ts';
import type { HelpContents } from '../../views/setup/HelpDialog.tsx';
import type { HelpExamples } from '../../views/setup/HelpExamples.tsx';
import { TERMS } from './workflowGlossary.ts';

/** Help texts about the views of agents that follow a workflow. */
const WORKFLOW_FACTS: readonly string[] = [
  'Each dot in the chart is one agent; the longest-staying sit in the middle. A click selects it.',
  'The number at an edge is how many took it in this tick. A dashed edge leads there from any state, where no exact edge does.',
  'The YAML at the left is what the run is made from. What you type is checked at once and changes nothing before Apply (Control or Command and Enter), which starts again with the same seed.',
  'In the text F2 renames the state at the cursor everywhere; Control or Command and Space offers what can stand there; F8 goes to the next mistake. The edge of the text can be dragged, and a double click there makes room for 80 columns.',
  'In the exchange an artifact is a line from the tick in which it was made to the one in which it was sold, the thicker the dearer; a cross is where it was found broken, a stroke where it was reworked. The vertical leads to the buyer.',
  'At the right: what an agent has made by selling, or lost, as a bar and in scrip; in grey its balance, in which are income and what it bought.',
  'A turn asks a language model once at most. Four characters count as a token.',
  ...formatGlossaryLines(TERMS),
  'The same workflow, set-up and seed give the same run, here and on the command line, as long as the policy decides.',
];

/** The language of conditions and code. */
const EXAMPLES: HelpExamples = {
  heading: 'The language of conditions and code, by example',
  notes: NOTES,
  examples: LANGUAGE,
};

/** Help about agents that follow a workflow. */
export const WORKFLOW_HELP: HelpContents = { facts: WORKFLOW_FACTS, describeLanguage: () => EXAMPLES };
