import * as Comlink from 'comlink';
import type { Tick } from '../../engine/core/indices.ts';
import type { Files, NamedFile } from '../../engine/files/namedFile.ts';
import { DEFAULT_SETUP } from '../../engine/models/defaultSetup.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { Progress, SavedRun, SavingState } from '../../workers/protocol/api.ts';
import { writeAddress } from '../address/pageAddress.ts';
import { isRunTooLargeError } from '../lib/messages.ts';
import { findModelPlugin, listPageModels, loadModelPlugin } from '../model/registered.ts';
import { FILE_NETWORK } from '../state/oracleChoices.ts';
import type { PageStore } from '../state/pageState.ts';
import type { Viewpoint } from '../state/viewpoint.ts';
import { getInitialRounds } from '../store/howFar.ts';
import { type EnginePort, STOPPED } from './connection.ts';

/** Stands for an opening that a later one overtook, which is what was wanted. */
export const OVERTAKEN = new Error('another run was opened meanwhile');

interface OpeningsParts {
  readonly store: PageStore;
  readonly port: EnginePort;
  /** Pauses a playing run. @returns false if the engine does not answer */
  interrupt(): Promise<boolean>;
  runTo(tick: number): Promise<void>;
}

/** A saved run of this browser, to be opened at its last round. */
export interface SavedSource {
  readonly keptAs: string;
  /** True if more than one oracle decided in it. */
  readonly isMixed: boolean;
  /** True if the policy plays on to the requested round, which was not saved any more. */
  readonly goesOn: boolean;
  readonly tell: (kept: SavingState) => void;
  /** Its last reported extent. */
  kept(): SavingState | null;
}

/**
 * Start of a run, if not its beginning: a saved one from its end, a branch from a tick of the open one, a world that a
 * language model decided from its end.
 */
type GoingOn = SavedRun | SavedSource | { readonly branchAfter: Tick } | { readonly isAsked: true };

/** Message after an engine had to be ended. */
const BROKEN_OFF = 'The engine did not answer: another one takes its place.';

/** Lifecycle of runs on the page. */
export interface Openings {
  /** Pauses what plays, before another run takes its place; an engine that does not answer is ended. */
  makeWay(): Promise<void>;
  /** Opens a run and brings it to a round. @returns what was in the way, `OVERTAKEN` by a later one; null: it is there. */
  attempt(setup: Setup, files: Files, rounds: number, from?: GoingOn | null): Promise<unknown>;
  /** Plays the run on the screen to a round, or to its end. */
  runTo(tick: Tick): Promise<void>;
  /**
   * The same as `attempt`, showing any error.
   * @param rounds absent: a recording to its end, any other run to none
   * @param again action of *Try again*; the same if it is absent
   * @returns true if it succeeded
   */
  open(setup: Setup, files?: Files, rounds?: number, again?: (() => void) | undefined): Promise<boolean>;
  /** Opens the run that was refused because of its size, and those that follow whatever their size. */
  openLarge(): void;
  /** Opens a run in place of the one that the address names. The address stays, so that a reload tries it again. */
  openInstead(setup: Setup): Promise<boolean>;
  /** Opens the very same run after the engine died, up to the round that was reached. */
  revive(): Promise<boolean>;
  /** The user's files that the run is made from. */
  files(): Files;
  /** Names rounds in the address, and what is looked at. */
  readdress(rounds: number, looking?: Viewpoint): void;
  /** Writes the set-up of the run on the screen into the address. */
  remember(setup: Setup): void;
}

/** The part of an address that names a server which is followed, without its token; '' if none is. */
function getFollowedFragment(model: string): string {
  const followed = listPageModels().find(({ name }) => name === model)?.followed;
  return followed && location.hash.startsWith(followed) ? followed : '';
}

/** Has the engine make a run, bring a saved one back, or branch off the open one. */
async function requestEngineRun(
  { engine, epochOf }: EnginePort,
  setup: Setup,
  given: Files,
  from: GoingOn | null,
  progress: Progress,
  isLarge: boolean,
) {
  const notify = Comlink.proxy(progress);
  const make = () => {
    if (from === null) return engine().open(setup, copyFilesForTransfer(given), notify, isLarge);
    if ('keptAs' in from) return engine().bringBack(from.keptAs, from.tell, notify);
    if ('document' in from) return engine().resume(setup, copyFilesForTransfer(given), from, notify);
    if ('isAsked' in from) return engine().openAsked(setup, notify);
    return engine().branch(setup, from.branchAfter, notify);
  };
  const info = await make();
  return { ...info, epoch: epochOf(info.epoch) };
}

/** Copies of files that the engine takes over. A message that brings the files themselves copies them bit by bit, at several times the cost. */
function copyFilesForTransfer(files: Files): Files {
  const copies: Record<string, readonly NamedFile[]> = {};
  for (const [name, list = []] of Object.entries(files))
    copies[name] = list.map(file => ({ ...file, bytes: file.bytes.slice() }));
  const buffers = Object.values(copies).flatMap(list => list.map(({ bytes }) => bytes.buffer as ArrayBuffer));
  return Comlink.transfer(copies, buffers);
}

/** Loads a model's half of the page while the engine starts; null: it is there. */
function startModelLoading(model: string, engine: EnginePort['engine']): Promise<void> | null {
  const coming = loadModelPlugin(model);
  if (coming !== null) engine();
  return coming;
}

/** Owns the opening of runs: the user's files, the address and what happens when one is refused. */
export function createOpenings({ store, port, interrupt, runTo }: OpeningsParts): Openings {
  const { engine, fail } = port;
  const state = store.getState;
  let files: Files = {};
  /** Counts the openings: only the latest may report a refusal. */
  let count = 0;
  /** The last request; the engine may die before it is met. */
  let wanted: { setup: Setup; rounds: number } = { setup: DEFAULT_SETUP, rounds: 0 };
  /** True if the user has allowed large runs, and what opens the last refused one again. */
  let isLarge = false;
  let refused: (() => unknown) | null = null;
  /** Openings under way. */
  let pending = 0;
  const { makeWay, tellAgain, forget } = createEngineInterrupter({ store, port, interrupt });
  // While a run is being opened, what its views are to show stays.
  const remember = (setup: Setup, rounds = wanted.rounds, looking: Partial<Viewpoint> = pickViews(state())) =>
    history.replaceState(null, '', writeAddress(setup, rounds, looking) + getFollowedFragment(setup.model));

  const attempt: Openings['attempt'] = async (setup, given, rounds, from = null) => {
    if (state().phase === 'playing') await makeWay();
    const own = selectSetupFiles(setup, { ...files, ...given });
    state().send('open');
    wanted = { setup, rounds };
    const opening = ++count;
    pending++;
    try {
      await makeWay();
      // The engine may have been ended; then another one makes this run.
      state().send('open');
      const coming = startModelLoading(setup.model, engine);
      if (coming !== null) {
        await coming;
        if (opening !== count) return OVERTAKEN;
        // The engine may have died meanwhile; then another one makes this run.
        state().send('open');
      }
      const tell: Progress = (part, label) => {
        if (opening === count && state().phase === 'opening') state().tellProgress({ part, label });
      };
      const info = await requestEngineRun(port, setup, own, from, tell, isLarge);
      files = own;
      findModelPlugin(setup.model)?.kept?.keep(files);
      state().opened(info, setup);
      if (from && 'keptAs' in from) notifySavedRunOpened(store, from);
      state().retract(STOPPED);
      tellAgain(opening === count);
      const known = state().held?.run?.info.notes ?? [];
      for (const note of info.notes) if (!known.includes(note)) state().notify('note', note);
      // A later one goes on: this run stands until then.
      if (pending > 1) state().send('open');
    } catch (error) {
      if (opening !== count) return OVERTAKEN;
      state().send('refused');
      forget();
      if (isRunTooLargeError(error)) refused = () => open(setup, given, rounds);
      return error;
    } finally {
      pending--;
    }
    remember(setup, rounds);
    if (opening !== count) return null;
    // A language model is asked when somebody presses a button, never because of an address.
    const isToPlay =
      from === null
        ? !isLanguageModelOracle(setup.oracle)
        : 'branchAfter' in from || ('goesOn' in from && from.goesOn);
    if (rounds > 0 && isToPlay) await runTo(rounds);
    return null;
  };
  const open: Openings['open'] = async (setup, given = {}, rounds = getInitialRounds(setup.model), again) => {
    const error = await attempt(setup, given, rounds);
    // A recording is read again first.
    if (again && isRunTooLargeError(error)) refused = again;
    if (error !== null && error !== OVERTAKEN) fail(error, again ?? (() => void open(setup, given, rounds)));
    return error === null;
  };
  return {
    makeWay,
    runTo,
    attempt,
    open,
    openLarge() {
      isLarge = true;
      refused?.();
    },
    openInstead: createOpenInstead(open),
    revive() {
      const { run, head, mixed } = state();
      // Only its document could repeat a run in which more than one has decided.
      return run ? open(run.setup, {}, mixed ? 0 : Math.max(0, head)) : open(wanted.setup, {}, wanted.rounds);
    },
    files: () => files,
    readdress(rounds, looking) {
      wanted = { ...wanted, rounds };
      remember(state().run?.setup ?? wanted.setup, rounds, looking);
    },
    remember,
  };
}

/**
 * Ends an engine's work, or the engine, for the next run; ending the engine is reported again once that run is there.
 */
function createEngineInterrupter({
  store,
  port,
  interrupt,
}: Pick<OpeningsParts, 'store' | 'port' | 'interrupt'>) {
  let isBrokenOff = false;
  return {
    async makeWay() {
      if (await interrupt()) return;
      isBrokenOff = true;
      port.end();
      store.getState().notify('note', BROKEN_OFF);
    },
    /** A run that is opened takes the notices away. @param isLast whether no later opening does so again */
    tellAgain(isLast: boolean) {
      if (isBrokenOff) store.getState().notify('note', BROKEN_OFF);
      if (isLast) isBrokenOff = false;
    },
    forget() {
      isBrokenOff = false;
    },
  };
}

/** The part of what is looked at that is known before a run is there. */
const pickViews = ({ rare, view }: Pick<Viewpoint, 'rare' | 'view'>): Partial<Viewpoint> => ({ rare, view });

/** Opens a run whose set-up the address does not take over, when it is tried again as well. */
function createOpenInstead(open: Openings['open']): Openings['openInstead'] {
  const openInstead = (setup: Setup): Promise<boolean> =>
    restoreAddressAfter(open(setup, {}, 0, () => void openInstead(setup)));
  return openInstead;
}

/** Restores the address after an opening that went well. */
async function restoreAddressAfter(opening: Promise<boolean>): Promise<boolean> {
  const { href } = location;
  const isThere = await opening;
  if (isThere) history.replaceState(null, '', href);
  return isThere;
}

/** The files that the set-up names. */
function selectSetupFiles({ network, own = [] }: Setup, files: Files): Files {
  const names = [...own, ...(network === FILE_NETWORK ? (['network'] as const) : [])];
  return Object.fromEntries(names.filter(name => files[name]).map(name => [name, files[name]]));
}

/** Says that the run which was opened is a kept one. */
function notifySavedRunOpened(store: PageStore, { keptAs, isMixed, kept }: SavedSource): void {
  store.getState().learn({ mixed: isMixed });
  store.getState().setKept({ keptAs, kept: kept() });
}
