import { workflowQueries } from '../../../engine/models/workflow/reports/workflowQueries.ts';
import { afterOpening } from '../../files/editing.ts';
import { type Resource, resource } from '../../reading/resource.ts';
import { calmPace, slowPace } from '../../resources/resources.ts';
import type { PageState } from '../../state/pageState.ts';
import { inspected } from '../../state/selection.ts';
import { shownTick } from '../../state/shown.ts';
import { editorText } from '../../views/side/sideText.ts';
import { checkedBy } from './checkedBy.ts';
import { isShown } from './words.ts';
import { WORKFLOW, workflowOf } from './workflowPart.ts';
import { WORKFLOW_TEXT } from './workflowText.ts';

/** Number of agents up to which rows are fetched for all of them, not only for those on the screen. */
const FEW = 30;
/** Milliseconds after the last key before the text is checked. */
const TYPED = 150;

/** Ticks that the plot shows. */
function windowOf({ scale, plotWidth, head }: PageState): { readonly from: number; readonly to: number } {
  const last = Math.ceil(scale.from + plotWidth / scale.pixels);
  return { from: Math.floor(scale.from), to: Math.max(0, Math.min(last, head)) };
}

/** The agent and the tick whose turn is shown; null for none. */
function turnShown(state: PageState): { readonly agent: number; readonly tick: number } | null {
  const agent = inspected(state.selection);
  const tick = shownTick(state);
  return agent === null || tick <= 0 ? null : { agent, tick };
}

const inputs = resource({
  subject: ({ run }) => run?.info.epoch ?? null,
  ask: engine => workflowQueries.ask(engine, 'workflow', null),
  keep(state, text) {
    state.know(WORKFLOW, { inputs: text });
    state.edit(edits => afterOpening(edits, text.text));
  },
});

const check = resource({
  subject: state => editorText(WORKFLOW_TEXT, state),
  ask: checkedBy,
  keep: (state, answer, text) => state.know(WORKFLOW, { check: { ...answer, text } }),
  delay: state => (workflowOf(state).check === null ? 0 : TYPED),
});

const rows = resource({
  subject(state) {
    const most = state.run?.info.config.agents ?? 0;
    const seen = [...new Set([...workflowOf(state).shown, ...state.shownRows])].filter(agent => agent < most);
    const agents = most <= FEW ? Array.from({ length: most }, (_, i) => i) : seen;
    return agents.length > 0 ? { agents, ...windowOf(state) } : null;
  },
  stale: state => [shownTick(state)],
  ask: (engine, wanted) => workflowQueries.ask(engine, 'exchange', wanted),
  keep: (state, answer) => state.know(WORKFLOW, { rows: new Map(answer.map(row => [row.agent, row])) }),
  isKeptLate: true,
  pace: calmPace,
});

const turn = resource({
  subject(state) {
    const shown = turnShown(state);
    return shown && { ...shown, isHead: state.selection.cursor === null };
  },
  ask: (engine, { agent, tick }) => workflowQueries.ask(engine, 'turn', { agent, tick }),
  keep(state, detail, wanted) {
    const answer = { ...wanted, detail };
    if (isShown(answer, state)) state.know(WORKFLOW, { turn: answer });
  },
  clear: state => state.know(WORKFLOW, { turn: null }),
  isKeptLate: true,
  pace: calmPace,
});

const warnings = resource({
  subject: ({ run }) => run?.info.epoch ?? null,
  stale(state) {
    const { frame, warnings: known } = workflowOf(state);
    return [known.length > 0 || (frame?.warnings ?? 0) > 0 ? frame : null];
  },
  ask: engine => workflowQueries.ask(engine, 'warnings', null),
  keep: (state, answer) => state.know(WORKFLOW, { warnings: answer }),
  pace: slowPace,
});

/** The text and what is wrong with it, rows of the exchange, a turn and the run's warnings. */
export const WORKFLOW_RESOURCES: readonly Resource[] = [inputs, check, rows, turn, warnings];
