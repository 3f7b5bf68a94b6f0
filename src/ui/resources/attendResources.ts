import type { OracleReport } from '../../engine/oracle/oracleReport.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { Ask } from '../contract/remoteEngine.ts';
import {
  getCurrentModelWords,
  getCurrentSort,
  getCurrentSortOrder,
  getCurrentSorts,
} from '../model/getModelAppearance.ts';
import type { ModelPlugin } from '../model/modelPlugin.ts';
import { getCurrentPlugin } from '../model/registered.ts';
import { CALM } from '../paint/calm.ts';
import { AS_BEFORE, type Attended, createResource, type Resource } from '../reading/resource.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import { getInspectedAgent, getSearchWords } from '../state/selection.ts';
import { getPastTick, getViewedTick, isLookingBack } from '../state/viewState.ts';
import { isPlayingFast } from '../store/speed.ts';

/** Milliseconds between two looks at what the oracle does. */
const ORACLE_POLL_MS = 500;

/** The language model's report, refreshed while it plays even if no round ends. */
const REPORT_RESOURCE = createResource({
  subject: ({ run }) => (run && isLanguageModelOracle(run.setup.oracle) ? run.setup.oracle : null),
  stale: ({ head, phase, run, orderSensitivity, kinError }) => [head, phase, run, orderSensitivity, kinError],
  ask: engine => engine.oracleReport(),
  keep(state, oracleReport) {
    notifyBudgetSpent(state, oracleReport);
    state.learn({ oracleReport });
  },
  isTimeless: true,
  pace: () => ORACLE_POLL_MS,
  every: ORACLE_POLL_MS,
});

/** Reports, once per run, that the policy has taken over. */
function notifyBudgetSpent(state: PageState, now: OracleReport | null): void {
  const { oracleReport: then, head, notify } = state;
  const first = now?.notOwn.find(({ source }) => source === 'budget');
  if (first === undefined || then?.notOwn.some(({ source }) => source === 'budget')) return;
  notify(
    'error',
    `About ${getCurrentModelWords(state).tick} ${Math.max(1, head)}: ${first.reason}. The policy answers instead, source “budget”, until you raise the limit in “Who decides”.`,
  );
}

/** Milliseconds without another letter after which words are searched for. */
const TYPING = 120;
/** Milliseconds without another move of the cursor after which rows are sorted as of it. */
const MOVING = 250;

/** Milliseconds between two requests of a kind: at speed, read-outs follow a few times a second. */
export const getRequestInterval = (state: PageState): number =>
  isPlayingFast(state) ? CALM : state.phase === 'playing' ? 100 : 0;

/** The same for costlier requests. */
export const getSlowRequestInterval = ({ phase }: PageState): number => (phase === 'playing' ? CALM : 0);

const detail = createResource({
  subject: ({ selection }) => getInspectedAgent(selection),
  stale: state => [getViewedTick(state)],
  ask: (engine, agent) => engine.detail(agent),
  keep: (state, answer) => state.setDetail(answer),
  clear: state => state.setDetail(null),
  pace: getRequestInterval,
});

const past = createResource({
  subject: getPastTick,
  ask: (engine, tick) => engine.statesAt(tick),
  keep: (state, answer) => state.setPast(answer),
  clear: state => state.setPast(null),
});

/** The run's own values at the cursor. */
const report = createResource({
  subject: getPastTick,
  ask: (engine, tick) => engine.asOf(tick),
  keep: (state, answer) => state.setAsOf(answer),
});

/** The agents' states, after a frame that came without its moves. */
const society = createResource({
  subject: ({ society, head }) => (society === null ? head : null),
  ask: (engine, tick) => engine.statesAt(tick),
  keep: (state, answer) => state.setSociety(answer),
  pace: () => 60,
});

/** Rows are sorted when something else is asked for, and once after playing; never while it moves. */
const order = createResource({
  subject: state => (state.run ? 'order' : null),
  stale: state => {
    const sort = getCurrentSortOrder(state);
    const chosen = getCurrentSorts(state).find(({ value }) => value === getCurrentSort(state));
    const follows = state.phase !== 'playing' || (chosen?.isFollowed?.(state) ?? false);
    return [
      getCurrentSort(state),
      state.sortState,
      state.phase === 'paused' ? getViewedTick(state) : AS_BEFORE,
      follows && 'focus' in sort ? sort.focus : AS_BEFORE,
    ];
  },
  ask: (engine, _, state) => engine.order(getCurrentSortOrder(state)),
  keep: (state, answer) => state.setOrder(answer),
  // Rows keep their place while the cursor moves.
  delay: state => (isLookingBack(state) ? MOVING : 0),
});

const rows = createResource({
  subject({ run, shownRows }) {
    const missing = run?.histories.missing(shownRows) ?? [];
    return missing.length > 0 ? missing : null;
  },
  stale: ({ head }) => [head],
  ask: (engine, agents) => engine.timelines(agents),
  keep: (state, answer) => state.loadHistories(answer),
  isKeptLate: true,
  isTimeless: true,
  pace: getRequestInterval,
});

/** Agents that moved in the brushed rounds. */
const movers = createResource({
  subject: ({ selection }) => selection.range,
  ask: (engine, [first, last]) => engine.movedIn(first, last),
  keep: (state, agents) => state.setMovers(new Set(agents)),
  clear: state => state.setMovers(null),
});

/** The model's own items that match the search. */
const hits = createResource({
  subject: ({ search }) => getSearchWords(search),
  // All is looked through for it: once more on pause, never while it plays.
  stale: state => [state.phase === 'playing' ? AS_BEFORE : getViewedTick(state)],
  ask: async (engine, words, state) => (await getCurrentPlugin(state).search?.(engine, words)) ?? [],
  keep: (state, answer) => state.setHits(answer),
  pace: getSlowRequestInterval,
  delay: () => TYPING,
});

const OF_ALL: readonly Resource[] = [
  detail,
  past,
  report,
  society,
  order,
  rows,
  movers,
  hits,
  REPORT_RESOURCE,
];

/**
 * Requests what the views need as the state changes, for any model and for the run's own.
 * @returns a function that ends it
 */
export function attendResources(store: PageStore, ask: Ask): () => void {
  const all = OF_ALL.map(resource => resource.attend(store, ask));
  const own = new Map<ModelPlugin, readonly Attended[]>();
  /** Asks for a model only while its run is on the screen: a timer of another model's may still be due. */
  const attendOwn = (plugin: ModelPlugin) => {
    const askOwn: Ask = async (question, use) =>
      getCurrentPlugin(store.getState()) !== plugin || (await ask(question, use));
    return plugin.resources.map(resource => resource.attend(store, askOwn));
  };
  const changed = () => {
    for (const one of all) one.changed();
    const state = store.getState();
    if (!state.run) return;
    const plugin = getCurrentPlugin(state);
    const attended = own.get(plugin) ?? attendOwn(plugin);
    own.set(plugin, attended);
    for (const one of attended) one.changed();
  };
  const unsubscribe = store.subscribe(changed);
  return () => {
    unsubscribe();
    for (const one of [...all, ...[...own.values()].flat()]) one.stop();
  };
}
