import { chartQueries } from '../../../engine/models/chart/reports/chartQueries.ts';
import { finishOpeningText } from '../../files/editing.ts';
import { createResource, type Resource } from '../../reading/resource.ts';
import { getEditorText } from '../../views/side/sideText.ts';
import { CHART, getChartPart } from './chartPart.ts';
import { CHART_TEXT, checkChartProblems } from './chartText.ts';

/** Milliseconds after the last key before the text is checked. */
const TYPED = 150;

const inputs = createResource({
  subject: ({ run }) => run?.info.epoch ?? null,
  ask: engine => chartQueries.ask(engine, 'text', null),
  keep(state, text) {
    state.know(CHART, { inputs: text });
    state.edit(edits => finishOpeningText(edits, text.text));
  },
});

const check = createResource({
  subject: state => getEditorText(CHART_TEXT, state),
  ask: checkChartProblems,
  keep: (state, answer, text) => state.know(CHART, { check: { ...answer, text } }),
  delay: state => (getChartPart(state).check === null ? 0 : TYPED),
});

/** The chart's text, and what is wrong with the one in the editor. */
export const CHART_RESOURCES: readonly Resource[] = [inputs, check];
