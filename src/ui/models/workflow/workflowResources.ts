import { workflowQueries } from '../../../engine/models/workflow/reports/workflowQueries.ts';
import { finishOpeningText } from '../../files/draftEditing.ts';
import { createResource, type Resource } from '../../reading/resource.ts';
import { getRequestInterval, getSlowRequestInterval } from '../../resources/attendResources.ts';
import type { PageState } from '../../state/pageState.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { getEditorText } from '../../views/side/sideText.ts';
import { isTurnVisible } from './exchange/exchangeWords.ts';
import { checkWorkflowProblems, getWorkflowPart, WORKFLOW } from './workflowPart.ts';
import { WORKFLOW_TEXT } from './workflowText.ts';

/** Number of agents up to which rows are fetched for all of them, not only for those on the screen. */
const MAX_TRADERS_FETCHED = 30;
/** Milliseconds after the last key before the text is checked. */
const TYPED = 150;

/** Ticks that the plot shows. */
function getPlotWindow({ scale, plotWidth, head }: PageState): {
  readonly from: number;
  readonly to: number;
} {
  const last = Math.ceil(scale.from + plotWidth / scale.pixels);
  return { from: Math.floor(scale.from), to: Math.max(0, Math.min(last, head)) };
}

/** The agent and the tick whose turn is shown; null for none. */
function getViewedTurn(state: PageState): { readonly agent: number; readonly tick: number } | null {
  const agent = getInspectedAgent(state.selection);
  const tick = getViewedTick(state);
  return agent === null || tick <= 0 ? null : { agent, tick };
}

const inputs = createResource({
  subject: ({ run }) => run?.info.epoch ?? null,
  ask: engine => workflowQueries.ask(engine, 'workflow', null),
  keep(state, text) {
    state.know(WORKFLOW, { inputs: text });
    state.edit(edits => finishOpeningText(edits, text.text));
  },
});

const check = createResource({
  subject: state => getEditorText(WORKFLOW_TEXT, state),
  ask: checkWorkflowProblems,
  keep: (state, answer, text) => state.know(WORKFLOW, { check: { ...answer, text } }),
  delay: state => (getWorkflowPart(state).check === null ? 0 : TYPED),
});

const rows = createResource({
  subject(state) {
    const most = state.run?.info.config.agents ?? 0;
    const seen = [...new Set([...getWorkflowPart(state).shown, ...state.shownRows])].filter(
      agent => agent < most,
    );
    const agents = most <= MAX_TRADERS_FETCHED ? Array.from({ length: most }, (_, i) => i) : seen;
    return agents.length > 0 ? { agents, ...getPlotWindow(state) } : null;
  },
  stale: state => [getViewedTick(state)],
  ask: (engine, wanted) => workflowQueries.ask(engine, 'exchange', wanted),
  keep: (state, answer) => state.know(WORKFLOW, { rows: new Map(answer.map(row => [row.agent, row])) }),
  isKeptLate: true,
  pace: getRequestInterval,
});

const turn = createResource({
  subject(state) {
    const shown = getViewedTurn(state);
    return shown && { ...shown, isHead: state.selection.cursor === null };
  },
  ask: (engine, { agent, tick }) => workflowQueries.ask(engine, 'turn', { agent, tick }),
  keep(state, detail, wanted) {
    const answer = { ...wanted, detail };
    if (isTurnVisible(answer, state)) state.know(WORKFLOW, { turn: answer });
  },
  clear: state => state.know(WORKFLOW, { turn: null }),
  isKeptLate: true,
  pace: getRequestInterval,
});

const warnings = createResource({
  subject: ({ run }) => run?.info.epoch ?? null,
  stale(state) {
    const { frame, warnings: known } = getWorkflowPart(state);
    return [known.length > 0 || (frame?.warnings ?? 0) > 0 ? frame : null];
  },
  ask: engine => workflowQueries.ask(engine, 'warnings', null),
  keep: (state, answer) => state.know(WORKFLOW, { warnings: answer }),
  pace: getSlowRequestInterval,
});

/** The text and what is wrong with it, rows of the exchange, a turn and the run's warnings. */
export const WORKFLOW_RESOURCES: readonly Resource[] = [inputs, check, rows, turn, warnings];
