import type { CallTrace, PairReport } from '../../../engine/models/governed/detail.ts';
import { governedQueries } from '../../../engine/models/governed/governedQueries.ts';
import type { Step } from '../../../engine/models/governed/step.ts';
import { CALM } from '../../calm.ts';
import { isAsked } from '../../charts/trace/words.ts';
import { Refresher } from '../../refresher.ts';
import { inspected, type Selection } from '../../selection.ts';
import type { PageState } from '../../store.ts';
import { sliced } from '../slices.ts';
import type { Watcher, Watching } from '../watchers.ts';
import { comparable, deciderOf } from './comparable.ts';

/** Up to so many missions the comparison is made at once: it costs milliseconds. */
export const PAIR_AT_ONCE = 100;

/** The mission whose trace is on the screen: the selected one, else the one that the engine points to. */
export const traced = ({ selection, focus }: Pick<PageState, 'selection' | 'focus'>): number | null =>
  inspected(selection) ?? (focus < 0 ? null : focus);

/** The step whose prompt is shown: the selected one, else the latest up to the cursor in which somebody was asked. */
export function shownStep(trace: CallTrace | null, selection: Selection): Step | undefined {
  if (!trace) return undefined;
  const chosen = trace.steps.find(({ row }) => row === selection.step);
  if (chosen) return chosen;
  const until = selection.cursor ?? Number.POSITIVE_INFINITY;
  return trace.steps.findLast(step => isAsked(step) && step.tick <= until);
}

const isGoverned = ({ run }: PageState): boolean => run?.setup.model === 'governed';

/** Trace, prompt, outcomes and the comparison, as the page needs them. */
export function watchGoverned({ store, ask, wantedRows, calm }: Watching): Watcher {
  const state = () => store.getState();
  const trace = new Refresher(async () => {
    const agent = traced(state());
    if (agent === null) return store.setState(sliced('governed', { trace: null }));
    await ask(
      api => governedQueries.ask(api, 'trace', agent),
      answer => traced(state()) === agent && store.setState(sliced('governed', { trace: answer })),
    );
  }, calm);
  const prompt = new Refresher(async () => {
    const row =
      inspected(state().selection) === null
        ? undefined
        : shownStep(state().governed.trace, state().selection)?.row;
    if (row === undefined) return store.setState(sliced('governed', { prompt: null }));
    if (state().governed.prompt?.row === row) return;
    await ask(
      api => governedQueries.ask(api, 'stepPrompt', row),
      answer => store.setState(sliced('governed', { prompt: answer })),
    );
  }, calm);
  const missions = new Refresher(
    async () => {
      const most = state().run?.info.config.agents ?? 0;
      // Of a few missions all are known; the rows may be those of the run before.
      const isFew = most <= PAIR_AT_ONCE;
      const agents = isFew ? Array.from({ length: most }, (_, i) => i) : wantedRows().filter(i => i < most);
      if (agents.length === 0) return;
      await ask(
        api => governedQueries.ask(api, 'missionRows', agents),
        answer =>
          store.setState(sliced('governed', { missions: new Map(answer.map(row => [row.agent, row])) })),
      );
    },
    () => (state().phase === 'playing' ? CALM : 0),
  );
  const opened = () => {
    const { run } = state();
    const isCheap = run && run.info.config.agents <= PAIR_AT_ONCE && comparable(state()) === 'policy';
    if (isCheap) void comparePair({ store, ask });
  };
  return {
    changed(now, then) {
      if (!isGoverned(now)) return;
      const isNew = now.run?.info.epoch !== then.run?.info.epoch;
      const moved = isNew || now.head !== then.head;
      const { selection } = now;
      if (now.phase !== then.phase) for (const refresher of [trace, prompt, missions]) refresher.hurry();
      if (isNew) opened();
      // What was compared were the answers of whoever decided until now.
      else if (now.governed.pair !== null && deciderOf(now) !== deciderOf(then))
        store.setState(sliced('governed', { pair: null }));
      if (moved || traced(now) !== traced(then)) trace.request();
      if (moved) missions.request();
      const other = selection.step !== then.selection.step || selection.cursor !== then.selection.cursor;
      if (now.governed.trace !== then.governed.trace || other || selection.agents !== then.selection.agents)
        prompt.request();
    },
    showRows() {
      if (isGoverned(state())) missions.request();
    },
  };
}

/** Plays the missions without governance and with it, beside the run; what is in the way becomes a notice. */
export async function comparePair({ store, ask }: Pick<Watching, 'store' | 'ask'>): Promise<void> {
  const before = deciderOf(store.getState());
  store.setState(sliced('governed', { pair: 'asked' }));
  let pair: PairReport | null = null;
  await ask(
    api => api.compareGovernance(),
    answer => {
      pair = answer;
    },
  );
  if (deciderOf(store.getState()) === before) store.setState(sliced('governed', { pair }));
}
