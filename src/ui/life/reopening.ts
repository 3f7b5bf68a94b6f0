import type { Files } from '../../engine/files/namedFile.ts';
import { DEFAULT_SETUP } from '../../engine/models/usual.ts';
import { filterParameterChanges } from '../../engine/setup/changes.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { Link, ReopenLink } from '../contract/link.ts';
import { notifyNetworkReading } from '../files/notifyNetworkReading.ts';
import { getModelDefaults, isRecordedModel } from '../model/looks.ts';
import { isEngineDead } from '../state/life.ts';
import type { PageStore, RunState } from '../state/pageState.ts';
import { describeInheritedChanges } from '../store/changes.ts';
import { getRepeatedRounds } from '../store/howFar.ts';
import { hasUnsavedAnswers } from '../store/slices/decidingSlice.ts';
import { offerWayBack } from './offerWayBack.ts';
import type { Openings } from './openings.ts';

interface Parts {
  readonly store: PageStore;
  readonly runs: Openings;
  /** Pauses what plays. @returns false where the engine does not answer */
  interrupt(): Promise<boolean>;
  link(): Link;
}

/** The ways from the run on the screen to the next. */
export interface Reopening extends Omit<ReopenLink, 'branch' | 'fork' | 'undo' | 'redo'> {
  /** Asks the user where a model's answers would be lost. @returns whether the user is asked */
  asksFirst(part: Partial<Setup>, files?: Files): Promise<boolean>;
  /**
   * Opens a run in the place of the one on the screen, which can be brought back then.
   * @param opening `again` does all of it once more @param more what else is to be told; empty for nothing
   */
  replacing<Result>(
    opening: (again: () => void) => Promise<Result>,
    isThere: (result: Result) => boolean,
    more?: () => string,
  ): Promise<Result>;
}

/** Opens runs again, with a part of their set-up replaced. */
export function createReopening({ store, runs, interrupt, link }: Parts): Reopening {
  const state = store.getState;
  /** Files of a run that the user is asked about. */
  let held: { readonly part: Partial<Setup>; readonly files: Files } | null = null;
  const reopen = (part: Partial<Setup>, given: Files, again: () => void): Promise<boolean> => {
    const { run, notify } = state();
    const setup = replaceSetupPart(getRestartSetup(run), part);
    const isSame = Object.keys(part).length === 0;
    if (setup.oracle.kind !== 'replay') return runs.open(setup, given, isSame ? 0 : roundsFor(part), again);
    if (run && isSame) return runs.open(run.setup, {}, 0, again);
    notify('note', 'A recording repeats one run only. In this one the built-in policy decides.');
    return runs.open({ ...setup, oracle: { kind: 'policy' } }, given, undefined, again);
  };
  /** Other recordings are shown to their end; the same ones to where they were. */
  const roundsFor = (part: Partial<Setup>) =>
    part.model !== undefined || part.preset !== undefined ? undefined : getRepeatedRounds(state());
  const asksFirst = async (part: Partial<Setup>, given: Files = {}) => {
    if (isEngineDead(state().life) || !hasUnsavedAnswers(state())) return false;
    // Their engine is not ended for a question.
    if (state().phase === 'playing' && !(await interrupt())) state().send('pause');
    held = { part, files: given };
    state().askBeforeLeaving(part);
    return true;
  };
  const replacing = async <Result>(
    opening: (again: () => void) => Promise<Result>,
    isThere: (result: Result) => boolean,
    more: () => string = () => '',
  ): Promise<Result> => {
    // While it plays, more is to be brought back than is known yet.
    if (state().phase === 'playing') await runs.makeWay();
    const back = offerWayBack(
      store,
      runs,
      again => void replacing(again, isOpen => isOpen),
      id => link().openKept(id),
    );
    const result = await opening(() => void replacing(opening, isThere, more));
    if (!isThere(result)) return result;
    if (back) back(more());
    else if (more() !== '') state().notify('note', more());
    return result;
  };
  const reset = async (part: Partial<Setup> = {}, sure = false) => {
    if (!sure && (await asksFirst(part))) return;
    const isRevived = isEngineDead(state().life) && Object.keys(part).length === 0;
    if (isRevived) return void (await runs.revive());
    const given = held?.part === part ? held.files : {};
    held = null;
    const isFromFiles = Object.keys(given).length > 0;
    const isOpen = await replacing(
      again => reopen(part, given, again),
      opened => opened,
      () => (isFromFiles ? describeInheritedChanges(state()) : ''),
    );
    if (isOpen && given.network) notifyNetworkReading(store, link);
  };
  return {
    asksFirst,
    replacing,
    reset,
    async openModel(model) {
      const { oracle: decider } = getRestartSetup(state().run);
      const oracle = isRecordedModel(model) ? DEFAULT_SETUP.oracle : decider;
      await reset({ own: [], ...getModelDefaults(model), oracle });
    },
    async newSeed() {
      const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
      const { setup } = state().run ?? {};
      // Chance is another one, and all that was set stays at its tick.
      const held = setup && { parameters: setup.parameters, changes: filterParameterChanges(setup.changes) };
      await reset({ seed, ...held });
    },
  };
}

type Writable = { -readonly [name in keyof Setup]: Setup[name] };

/** What is absent from a set-up is absent from the run's document as well. */
function replaceSetupPart(setup: Setup, part: Partial<Setup>): Setup {
  const { own = [], ...rest }: Writable = { ...setup, ...part };
  // A reading was chosen for its file.
  if (part.network !== undefined) {
    if (!part.direction) delete rest.direction;
    delete rest.repeats;
    delete rest.groups;
  }
  return { ...rest, ...(own.length > 0 && { own }) };
}

/** The set-up to start again from: what was changed in mid-run holds from the beginning; answers that were given do not. */
export function getRestartSetup(run: RunState | null): Setup {
  if (!run) return DEFAULT_SETUP;
  const { branchOf: _, ...setup } = run.setup;
  const { info } = run;
  const parameters = { ...setup.parameters };
  for (const { name, value } of filterParameterChanges(setup.changes)) {
    const definition = info.parameters.find(parameter => parameter.name === name);
    if (definition?.defaults[setup.preset] === value) delete parameters[name];
    else parameters[name] = value;
  }
  return { ...setup, parameters, changes: [] };
}
