import * as Comlink from 'comlink';
import type { Files, Setup } from '../../engine/config.ts';
import { DEFAULT_SETUP } from '../../engine/models/usual.ts';
import { asksModel } from '../../engine/oracleSetup.ts';
import type { Progress, SavedRun } from '../../workers/api.ts';
import { writeAddress } from '../address.ts';
import { FILE_NETWORK } from '../choices.ts';
import { loadPlugin, pluginNamed } from '../models/registered.ts';
import { holdsAnswers } from '../store/decidingSlice.ts';
import type { PageStore, RunState } from '../store/pageState.ts';
import { type EnginePort, STOPPED } from './connection.ts';
import { isDead } from './life.ts';

/** Stands for an opening that a later one overtook, which is what was wanted. */
export const OVERTAKEN = new Error('another run was opened meanwhile');

interface Parts {
  readonly store: PageStore;
  readonly port: EnginePort;
  pause(): Promise<void>;
  runTo(tick: number): Promise<void>;
}

/** How runs come and go. */
export interface Openings {
  /** Opens a run and brings it to a round. @returns what was in the way, `OVERTAKEN` by a later one; null: it is there. */
  attempt(setup: Setup, files: Files, rounds: number, saved?: SavedRun | null): Promise<unknown>;
  /** The same, showing any error. @returns whether it succeeded */
  open(setup: Setup, files?: Files, rounds?: number): Promise<boolean>;
  /** Opens a run in place of the one that the address names. The address stays, so that a reload tries it again. */
  openInstead(setup: Setup): Promise<boolean>;
  /** Opens the run on the screen again, with a part of its set-up replaced. */
  reopen(part: Partial<Setup>): Promise<boolean>;
  /** Opens the very same run after the engine died, up to the round that was reached. */
  revive(): Promise<boolean>;
  /** Asks the user where a model's answers would be lost. @returns whether the user is asked */
  asksFirst(part: Partial<Setup>, files?: Files): Promise<boolean>;
  /** The user's files that the run is made from. */
  files(): Files;
  /** Rounds that the address names. */
  addressed(): number;
  /** Sets the number of rounds in the address. */
  readdress(rounds: number): void;
  /** Writes the set-up of the run on the screen into the address. */
  remember(setup: Setup): void;
}

/** Has the engine make a run, or bring a saved one back. */
async function made(
  { engine, epochOf }: EnginePort,
  setup: Setup,
  given: Files,
  saved: SavedRun | null,
  progress: Progress,
) {
  const told = Comlink.proxy(progress);
  const info = saved
    ? await engine().resume(setup, given, saved, told)
    : await engine().open(setup, given, told);
  return { ...info, epoch: epochOf(info.epoch) };
}

/** Loads a model's half of the page while the engine starts; null: it is there. */
function loading(model: string, engine: EnginePort['engine']): Promise<void> | null {
  const coming = loadPlugin(model);
  if (coming !== null) engine();
  return coming;
}

/** Owns the opening of runs: the user's files, the address and what happens when one is refused. */
export function openings({ store, port, pause, runTo }: Parts): Openings {
  const { engine, fail } = port;
  const state = store.getState;
  let files: Files = {};
  /** Counts the openings: only the latest may report a refusal. */
  let count = 0;
  /** The last request; the engine may die before it is met. */
  let wanted: { setup: Setup; rounds: number } = { setup: DEFAULT_SETUP, rounds: 0 };
  /** Files of a run that the user is asked about. */
  let held: { readonly part: Partial<Setup>; readonly files: Files } | null = null;
  /** Openings under way. */
  let pending = 0;
  const remember = (setup: Setup, rounds = wanted.rounds) =>
    history.replaceState(null, '', writeAddress(setup, rounds));

  const attempt = async (
    setup: Setup,
    given: Files,
    rounds: number,
    saved: SavedRun | null = null,
    isAddressed = true,
  ): Promise<unknown> => {
    if (state().phase === 'playing') await pause();
    const own = filesFor(setup, { ...files, ...given });
    state().send('open');
    wanted = { setup, rounds };
    const opening = ++count;
    pending++;
    try {
      const coming = loading(setup.model, engine);
      if (coming !== null) {
        await coming;
        if (opening !== count) return OVERTAKEN;
        // The engine may have died meanwhile; then another one makes this run.
        state().send('open');
      }
      const info = await made(port, setup, own, saved, (part, label) => {
        if (opening === count && state().phase === 'opening') state().tellProgress({ part, label });
      });
      files = own;
      pluginNamed(setup.model)?.kept?.keep(files);
      state().opened(info, setup);
      state().retract(STOPPED);
      for (const note of info.notes) state().notify('note', note);
      // A later one goes on: this run stands until then.
      if (pending > 1) state().send('open');
    } catch (error) {
      if (opening !== count) return OVERTAKEN;
      state().send('refused');
      return error;
    } finally {
      pending--;
    }
    if (isAddressed) remember(setup, rounds);
    if (opening !== count) return null;
    // A language model is asked when somebody presses a button, never because of an address.
    if (rounds > 0 && !saved && !asksModel(setup.oracle)) await runTo(rounds);
    return null;
  };
  const isOpen = (error: unknown) => {
    if (error !== null && error !== OVERTAKEN) fail(error);
    return error === null;
  };
  const open: Openings['open'] = async (setup, given = {}, rounds = 0) =>
    isOpen(await attempt(setup, given, rounds));
  return {
    attempt,
    open,
    openInstead: async setup => isOpen(await attempt(setup, {}, 0, null, false)),
    reopen(part) {
      const given = held?.part === part ? held.files : {};
      held = null;
      const { run, notify } = state();
      const { own = [], ...rest } = { ...settled(run), ...part };
      // What is absent from a set-up is absent from the run's document as well.
      const setup: Setup = own.length > 0 ? { ...rest, own } : rest;
      if (setup.oracle.kind !== 'replay') return open(setup, given);
      if (run && Object.keys(part).length === 0) return open(run.setup);
      notify('note', 'A recording repeats one run only. In this one the built-in policy decides.');
      return open({ ...setup, oracle: { kind: 'policy' } }, given);
    },
    revive() {
      const { run, head, mixed } = state();
      // Only its document could repeat a run in which more than one has decided.
      return run ? open(run.setup, {}, mixed ? 0 : Math.max(0, head)) : open(wanted.setup, {}, wanted.rounds);
    },
    async asksFirst(part, given = {}) {
      if (isDead(state().life) || !holdsAnswers(state())) return false;
      if (state().phase === 'playing') await pause();
      held = { part, files: given };
      state().askBeforeLeaving(part);
      return true;
    },
    files: () => files,
    addressed: () => wanted.rounds,
    readdress(rounds) {
      wanted = { ...wanted, rounds };
      remember(wanted.setup);
    },
    remember,
  };
}

/** The set-up to start again from: what was changed in mid-run holds from the beginning. */
export function settled(run: RunState | null): Setup {
  if (!run) return DEFAULT_SETUP;
  const { setup, info } = run;
  const parameters = { ...setup.parameters };
  for (const { name, value } of setup.changes) {
    const definition = info.parameters.find(parameter => parameter.name === name);
    if (definition?.defaults[setup.preset] === value) delete parameters[name];
    else parameters[name] = value;
  }
  return { ...setup, parameters, changes: [] };
}

/** The files that the set-up names. */
function filesFor({ network, own = [] }: Setup, files: Files): Files {
  const names = [...own, ...(network === FILE_NETWORK ? (['network'] as const) : [])];
  return Object.fromEntries(names.filter(name => files[name]).map(name => [name, files[name]]));
}
