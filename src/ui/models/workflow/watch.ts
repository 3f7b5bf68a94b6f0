import { workflowQueries } from '../../../engine/models/workflow/workflowQueries.ts';
import { CALM } from '../../calm.ts';
import { afterOpening, editsKeeper } from '../../edits.ts';
import { Refresher } from '../../refresher.ts';
import { inspected } from '../../selection.ts';
import { type PageState, shownTick } from '../../store.ts';
import { sliced } from '../slices.ts';
import type { Watcher, Watching } from '../watchers.ts';
import { editorText, isShown } from './words.ts';

/** Up to so many agents all of them are known, not only those on the screen. */
const FEW = 30;
/** Nothing is checked before so long after the last key, milliseconds. */
const TYPED = 150;

const isWorkflow = ({ run }: PageState): boolean => run?.setup.model === 'workflow';

/** Ticks that the plot shows. */
function windowOf({ scale, plotWidth, head }: PageState): { readonly from: number; readonly to: number } {
  const last = Math.ceil(scale.from + plotWidth / scale.pixels);
  return { from: Math.floor(scale.from), to: Math.max(0, Math.min(last, head)) };
}

const hasWarnings = ({ workflow: { frame, warnings } }: PageState): boolean =>
  warnings.length > 0 || (frame !== null && frame.warnings > 0);

/** The agent and the tick whose turn is told; null: none. */
export function turnShown(state: PageState): { readonly agent: number; readonly tick: number } | null {
  const agent = inspected(state.selection);
  const tick = shownTick(state);
  return agent === null || tick <= 0 ? null : { agent, tick };
}

/** The text and what is wrong with it, rows of the exchange, a turn and the run's warnings, as the page needs them. */
export function watchWorkflow({ store, ask, wantedRows, calm }: Watching): Watcher {
  const state = () => store.getState();
  const know = (part: Parameters<typeof sliced<'workflow'>>[1]) => store.setState(sliced('workflow', part));
  const given = new Refresher(() =>
    ask(
      api => workflowQueries.ask(api, 'workflow', null),
      text => {
        know({ given: text });
        store.setState(({ edits }) => ({ edits: afterOpening(edits, text.text) }));
      },
    ),
  );
  const checks = new Refresher(async () => {
    const text = editorText(state());
    if (text === null || state().workflow.check?.text === text) return;
    await ask(
      api => workflowQueries.ask(api, 'checkWorkflow', text),
      answer => editorText(state()) === text && know({ check: { ...answer, text } }),
    );
  });
  const rows = new Refresher(async () => {
    const now = state();
    const most = now.run?.info.config.agents ?? 0;
    const wanted =
      most <= FEW ? Array.from({ length: most }, (_, i) => i) : [...now.workflow.shown, ...wantedRows()];
    const agents = [...new Set(wanted)].filter(agent => agent < most);
    if (agents.length === 0) return;
    await ask(
      api => workflowQueries.ask(api, 'exchange', { agents, ...windowOf(now) }),
      answer => know({ rows: new Map(answer.map(row => [row.agent, row])) }),
    );
  }, calm);
  const turn = new Refresher(async () => {
    const wanted = turnShown(state());
    if (wanted === null) return know({ turn: null });
    const isHead = state().selection.cursor === null;
    await ask(
      api => workflowQueries.ask(api, 'turn', wanted),
      detail => {
        const answer = { ...wanted, isHead, detail };
        if (isShown(answer, state())) know({ turn: answer });
      },
    );
  }, calm);
  const warnings = new Refresher(
    () =>
      ask(
        api => workflowQueries.ask(api, 'warnings', null),
        answer => know({ warnings: answer }),
      ),
    () => (state().phase === 'playing' ? CALM : 0),
  );
  const keep = editsKeeper(keeping => state().keeping !== keeping && store.setState({ keeping }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const checkSoon = (pause: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => checks.request(), pause);
  };
  return {
    changed(now, then) {
      if (now.edits !== then.edits) keep(now.edits);
      if (!isWorkflow(now)) return;
      const isOther = now.run?.info.epoch !== then.run?.info.epoch;
      const moved = isOther || now.head !== then.head;
      if (now.phase !== then.phase) for (const one of [rows, turn, warnings]) one.hurry();
      if (isOther) given.request();
      const text = editorText(now);
      if (text !== editorText(then)) checkSoon(now.workflow.check === null ? 0 : TYPED);
      const isElsewhere = now.scale !== then.scale || now.plotWidth !== then.plotWidth;
      if (moved || isElsewhere || now.workflow.shown !== then.workflow.shown) rows.request();
      const [a, b] = [turnShown(now), turnShown(then)];
      if (isOther || a?.agent !== b?.agent || a?.tick !== b?.tick) turn.request();
      if (isOther || (now.workflow.frame !== then.workflow.frame && hasWarnings(now))) warnings.request();
    },
    showRows() {
      if (isWorkflow(state())) rows.request();
    },
  };
}
