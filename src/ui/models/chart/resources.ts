import { chartQueries } from '../../../engine/models/chart/reports/chartQueries.ts';
import { afterOpening } from '../../files/editing.ts';
import { type Resource, resource } from '../../reading/resource.ts';
import { editorText } from '../../views/side/sideText.ts';
import { CHART, chartOf } from './chartPart.ts';
import { CHART_TEXT, checkedBy } from './chartText.ts';

/** Milliseconds after the last key before the text is checked. */
const TYPED = 150;

const inputs = resource({
  subject: ({ run }) => run?.info.epoch ?? null,
  ask: engine => chartQueries.ask(engine, 'text', null),
  keep(state, text) {
    state.know(CHART, { inputs: text });
    state.edit(edits => afterOpening(edits, text.text));
  },
});

const check = resource({
  subject: state => editorText(CHART_TEXT, state),
  ask: checkedBy,
  keep: (state, answer, text) => state.know(CHART, { check: { ...answer, text } }),
  delay: state => (chartOf(state).check === null ? 0 : TYPED),
});

/** The chart's text, and what is wrong with the one in the editor. */
export const CHART_RESOURCES: readonly Resource[] = [inputs, check];
