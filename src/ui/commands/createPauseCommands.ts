import type { PausesPageCommands } from '../contract/pageCommands.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import { getErrorMessage } from '../lib/messages.ts';
import { getCurrentModelWords } from '../model/getModelAppearance.ts';
import { getActivePauseTexts } from '../state/getActivePauseTexts.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import type { Pause } from '../state/pausesState.ts';
import { getViewedTick } from '../state/viewState.ts';
import { waitForRound } from '../store/waitForRound.ts';
import { translateChartTerms } from '../words/chartLabels.ts';

interface PauseCommandsParts {
  readonly store: PageStore;
  engine(): RemoteEngine;
}

/** A condition in the words that the chart shows; one on a value of an agent is an expression, and stays. */
const describeCondition = ({ run, triggerNames }: PageState, text: string): string =>
  triggerNames || text.includes(':') ? text : translateChartTerms(run?.info.chart, text);

/** Conditions at which playing pauses, of the run on the screen and of those that are opened later. */
export function createPauseCommands({ store, engine }: PauseCommandsParts): PausesPageCommands {
  const state = store.getState;
  const change = (part: (one: Pause) => Pause) => state().setPauses(state().pauses.map(part));
  /** Has the engine look for all that are on. @returns what is wrong with one of them; null for nothing */
  const send = async (texts: readonly string[]): Promise<string | null> => {
    try {
      await engine().pauseWhen(texts);
      return null;
    } catch (error) {
      return getErrorMessage(error);
    }
  };
  /** Edits the current list, if the engine accepts the result. @returns the problem */
  const changed = async (edit: (all: readonly Pause[]) => readonly Pause[]): Promise<string | null> => {
    const problem = await send(getActivePauseTexts(edit(state().pauses)));
    if (problem === null) state().setPauses(edit(state().pauses));
    await send(getActivePauseTexts(state().pauses));
    return problem;
  };
  /** Says what the run has paused at. */
  const tell = async () => {
    const texts = getActivePauseTexts(state().pauses);
    const epoch = state().run?.info.epoch;
    const met = await engine()
      .pausedBy()
      .catch(() => []);
    if (met.length === 0) return;
    const [{ tick }] = met;
    // Its frame may come after the answer.
    await waitForRound(store, tick).catch(() => undefined);
    const { run, notify, select } = state();
    if (run === null || run.info.epoch !== epoch) return;
    const hit = new Set(met.map(({ condition }) => texts[condition]));
    change(one => (hit.has(one.text) ? { ...one, hits: one.hits + 1 } : one));
    const agent = met.find(one => one.agent !== null)?.agent ?? null;
    const who = agent === null ? '' : `: ${run.info.names[agent]}`;
    // The note lies over the button of the panel.
    const panel = { label: 'Change when…', act: () => state().showPauses(true) };
    const reasons = [...hit].map(text => describeCondition(state(), text)).join(', ');
    notify('note', `Paused at ${getCurrentModelWords(state()).Tick} ${tick}: ${reasons}${who}.`, panel);
    if (agent !== null) select({ agents: [agent] });
  };
  /** Finds out which of them the run that has been opened can meet. */
  const begin = async () => {
    const fitting = new Set<string>();
    for (const { text } of state().pauses) if ((await send([text])) === null) fitting.add(text);
    change(one => ({ ...one, hits: 0, fits: fitting.has(one.text) }));
    await send(getActivePauseTexts(state().pauses));
  };
  let watch = () => {
    watch = () => {};
    store.subscribe((now, before) => {
      if (now.pauses.length === 0 || now.run === null) return;
      if (now.run.info.epoch !== before.run?.info.epoch) void begin();
      else if (before.phase === 'playing' && now.phase === 'paused') void tell();
    });
  };
  return {
    async addPause(text) {
      watch();
      if (state().pauses.some(one => one.text === text)) return null;
      return changed(all => [...all, { text, isOn: true, fits: true, hits: 0 }]);
    },
    agentValues: () => engine().agentValues(),
    async setPause(text, part) {
      const problem = await changed(all =>
        part === null
          ? all.filter(one => one.text !== text)
          : all.map(one => (one.text === text ? { ...one, ...part } : one)),
      );
      if (problem !== null) state().notify('error', problem);
    },
    async backToMet() {
      const { notify, showTick, select } = state();
      const texts = getActivePauseTexts(state().pauses);
      const met = await engine()
        .lastMet(texts, getViewedTick(state()))
        .catch(error => void notify('error', getErrorMessage(error)));
      if (met === undefined) return;
      if (met === null)
        return notify('note', `No earlier ${getCurrentModelWords(state()).tick} met ${texts.join(', ')}.`);
      select({ cursor: met.tick, ...(met.agent !== null && { agents: [met.agent] }) });
      showTick(met.tick);
    },
  };
}
