import type { HelpContents, HelpFact } from '../../views/setup/HelpDialog.tsx';

/** Keys and help texts about the views of recorded cases. */
const CASES_FACTS: readonly HelpFact[] = [
  [
    '1 2 3 4',
    'the question: Cost, Rules, States, Clock, with the focus in its answer; 1 to 3 close the selected case, which stands in its place',
  ],
  ['2 2, 4 4', 'from the evidence for a rule to the list of rules, and from the lanes to the list of cases'],
  ['R', 'a report of the findings, for other people'],
  ['E', 'in the lanes of Clock: a trace for Perfetto; Enter downloads it, without texts'],
  'The address has the question with its rule, threshold and exemptions, so that a link or a reload shows them again.',
  'A list of cases, loops, rules, steps or thresholds is one stop of Tab: ↑ and ↓ go through it, Home and End to its ends.',
  'Each dot in the chart is one case: a run of an agent, as its trace has it. A click selects it.',
  'The chart holds the moves that happened, and no others. The number at an edge is how often it was taken in all; the light band along it, how many take it in this step. ▶ is where cases begin, a double border where they end.',
  'Two sliders under the chart leave out what is rare; the run stays as it is. States without their lines stand below. A chart that is given is one to follow: what it does not have is dashed, where it is drawn.',
  'In the call trace x is the step. A box is a call, a ring a message, a diamond a guard’s decision; × failed. An arc joins a call to the same call before, a full one where the result was the same, too. ▽ is a move that the given chart does not have. A click shows the step’s texts.',
  'Clock has a lane for each case by the wall clock: a bar is a step, low and grey the model’s, hatched a wait for a person, × a failed one, a thin line below a sub-agent, a hairline time between steps. With the focus in the lanes W and S zoom, A and D pan, 0 fits all, F all or the case, → opens sub-agents and goes through the steps, ← goes back and folds, Enter selects, E offers a trace for Perfetto, without the texts of the traces or with them.',
  'In the call tree below the lanes → opens and ← folds a row, and Enter selects its step. Its bars have all the width for the rows on the screen.',
  'A case ends as its source says: succeeded, failed, or ended where it says nothing.',
  'A recording is shown to its end as soon as it is open, so that all of it can be searched. Play plays it again from its beginning, or from the step that is looked at: Home, then Space.',
  'Nothing is asked and nothing is left to chance; your traces stay in this page.',
];

/** Help about recorded cases. */
export const CASES_HELP: HelpContents = { facts: CASES_FACTS };
