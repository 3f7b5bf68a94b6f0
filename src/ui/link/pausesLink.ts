import { wordsNow } from '../models/looks.ts';
import type { PageStore } from '../store/pageState.ts';
import type { Pause } from '../store/pausesState.ts';
import { shownTick } from '../store/shown.ts';
import { messageOf } from '../words/messages.ts';
import type { PausesLink } from './link.ts';
import type { RemoteEngine } from './remoteEngine.ts';

interface Parts {
  readonly store: PageStore;
  engine(): RemoteEngine;
}

/** Conditions at which playing pauses, of the run on the screen and of those that are opened later. */
export function pausesLink({ store, engine }: Parts): PausesLink {
  const state = store.getState;
  const change = (part: (one: Pause) => Pause) => state().setPauses(state().pauses.map(part));
  /** Has the engine look for all that are on. @returns what is wrong with one of them; null for nothing */
  const send = async (all: readonly Pause[]): Promise<string | null> => {
    try {
      await engine().pauseWhen(textsOn(all));
      return null;
    } catch (error) {
      return messageOf(error);
    }
  };
  /** Says what the run has paused at. */
  const tell = async () => {
    const texts = textsOn(state().pauses);
    const met = await engine()
      .pausedBy()
      .catch(() => []);
    const { head, run, notify, select } = state();
    const now = met.filter(({ tick }) => tick === head);
    if (now.length === 0 || run === null) return;
    const hit = new Set(now.map(({ condition }) => texts[condition]));
    change(one => (hit.has(one.text) ? { ...one, hits: one.hits + 1 } : one));
    const agent = now.find(one => one.agent !== null)?.agent ?? null;
    const who = agent === null ? '' : `: ${run.info.names[agent]}`;
    notify('note', `Paused at ${wordsNow(state()).Tick} ${head}: ${[...hit].join(', ')}${who}.`);
    if (agent !== null) select({ agents: [agent] });
  };
  /** A condition that another run cannot meet is off in it. */
  const begin = async () => {
    change(one => ({ ...one, hits: 0 }));
    if ((await send(state().pauses)) === null) return;
    const fits: Pause[] = [];
    for (const one of state().pauses) {
      const isOn = one.isOn && (await send([{ ...one, isOn: true }])) === null;
      fits.push({ ...one, isOn });
    }
    state().setPauses(fits);
    await send(fits);
  };
  let watch = () => {
    watch = () => {};
    store.subscribe((now, before) => {
      if (state().pauses.length === 0 || now.run === null) return;
      if (now.run.info.epoch !== before.run?.info.epoch) void begin();
      else if (before.phase === 'playing' && now.phase === 'paused') void tell();
    });
  };
  return {
    async addPause(text) {
      watch();
      const all = state().pauses;
      if (all.some(one => one.text === text)) return true;
      const next = [...all, { text, isOn: true, hits: 0 }];
      const problem = await send(next);
      if (problem === null) state().setPauses(next);
      else {
        await send(all);
        state().notify('error', problem);
      }
      return problem === null;
    },
    async setPause(text, part) {
      const all = state().pauses;
      const next =
        part === null
          ? all.filter(one => one.text !== text)
          : all.map(one => (one.text === text ? { ...one, ...part } : one));
      const problem = await send(next);
      if (problem === null) state().setPauses(next);
      else state().notify('error', problem);
    },
    async backToMet() {
      const { notify, showTick, select } = state();
      const met = await engine()
        .lastMet(textsOn(state().pauses), shownTick(state()))
        .catch(error => void notify('error', messageOf(error)));
      if (met === undefined) return;
      if (met === null) return notify('note', 'No earlier round met any of these conditions.');
      select({ cursor: met.tick, ...(met.agent !== null && { agents: [met.agent] }) });
      showTick(met.tick);
    },
  };
}

/** The texts of those that are on. */
const textsOn = (all: readonly Pause[]): readonly string[] =>
  all.filter(({ isOn }) => isOn).map(({ text }) => text);
