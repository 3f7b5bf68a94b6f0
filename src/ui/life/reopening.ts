import { areBytesEqual } from '../../engine/core/hashing/areBytesEqual.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import { DEFAULT_SETUP } from '../../engine/models/defaultSetup.ts';
import type { Setup } from '../../engine/setup/config.ts';
import { filterParameterChanges } from '../../engine/setup/setupChanges.ts';
import type { PageCommands, ReopenCommands } from '../contract/pageCommands.ts';
import { notifyNetworkReading } from '../files/notifyNetworkReading.ts';
import { formatGroupedInteger, pluralizeNoun } from '../lib/formatCounts.ts';
import {
  getCurrentModelWords,
  getModelAppearance,
  getModelDefaults,
  isRecordedModel,
} from '../model/getModelAppearance.ts';
import { findModelPlugin } from '../model/registered.ts';
import { isEngineDead } from '../state/life.ts';
import type { PageStore, RunState } from '../state/pageState.ts';
import { describeInheritedChanges } from '../store/changedParameters.ts';
import { getRepeatedRounds } from '../store/howFar.ts';
import { isRunFullySaved } from '../store/slices/createSavedRunsSlice.ts';
import { hasUnsavedAnswers } from '../store/slices/decidingSlice.ts';
import type { Openings } from './openings.ts';

interface ReopeningParts {
  readonly store: PageStore;
  readonly runs: Openings;
  /** Pauses a playing run. @returns false if the engine does not answer */
  interrupt(): Promise<boolean>;
  commands(): PageCommands;
}

/** The ways from the run on the screen to the next. */
export interface Reopening extends Omit<ReopenCommands, 'branch' | 'fork' | 'lengthen' | 'undo' | 'redo'> {
  /** Asks the user if a model's answers would be lost. @returns true if the user is asked */
  asksFirst(part: Partial<Setup>, files?: Files): Promise<boolean>;
  /**
   * Replaces the run on the screen by another one; it can be restored then.
   * @param opening `again` repeats all of it
   * @param more additional message; empty for nothing
   */
  replacing<Result>(
    opening: (again: () => void) => Promise<Result>,
    isThere: (result: Result) => boolean,
    more?: () => string,
  ): Promise<Result>;
}

/** Opens runs again, with a part of their set-up replaced. */
export function createReopening({ store, runs, interrupt, commands }: ReopeningParts): Reopening {
  const state = store.getState;
  /** Files of a run that the user is asked about. */
  let held: { readonly part: Partial<Setup>; readonly files: Files } | null = null;
  const reopen = (part: Partial<Setup>, given: Files, again: () => void): Promise<boolean> => {
    const { run, notify } = state();
    const setup = replaceSetupPart(getRestartSetup(run), part);
    const isSame = Object.keys(part).length === 0;
    if (setup.oracle.kind !== 'replay') return runs.open(setup, given, isSame ? 0 : roundsFor(part), again);
    if (run && isSame) return runs.open(run.setup, {}, 0, again);
    notify('note', 'A recording repeats one run only: here the built-in policy decides.');
    return runs.open({ ...setup, oracle: { kind: 'policy' } }, given, undefined, again);
  };
  /** Other recordings are shown to their end; the same ones to their last round. */
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
      id => commands().openKept(id),
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
    const isElsewhere = Object.keys(given).length > 0 || part.network !== undefined;
    const isOpen = await replacing(
      again => reopen(part, given, again),
      opened => opened,
      () => (isElsewhere ? describeInheritedChanges(state()) : ''),
    );
    if (isOpen && given.network) notifyNetworkReading(store, commands);
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

/** A field absent from a set-up is absent from the run's document as well. */
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

const ANSWERED = 'A language model has answered since: export its answers or Reset first.';

/**
 * Offers the previous run again after another one has replaced it, if ticks or a file of the user's are gone with it;
 * null if there is nothing to lose.
 * @param replacing opens it in the place of the other one
 * @param openKept the same for a saved one
 * @returns a function that shows the offer, with an additional message
 */
function offerWayBack(
  store: PageStore,
  runs: Openings,
  replacing: (opening: () => Promise<boolean>) => void,
  openKept: (id: string) => Promise<boolean>,
): ((more: string) => void) | null {
  const state = store.getState;
  const { run, head, mixed, edits, keptAs } = state();
  if (run === null || run.setup.oracle.kind === 'replay') return null;
  const isWhole = isRunFullySaved(state());
  const { setup } = run;
  const files = runs.files();
  const { tick } = getCurrentModelWords(state());
  // Answers of a model cannot be had again: there the user is asked first. The policy plays it again, even if it is no
  // longer saved.
  const isOfModel = mixed || setup.oracle.kind !== 'policy';
  const isLost = !isWhole && isOfModel;
  const rounds = isLost ? 0 : Math.max(0, head);
  // A recording is there again as soon as its files are.
  const isPlayed = rounds > 0 && !isRecordedModel(setup.model);
  // A text that is applied was typed over this one: the editor takes it back.
  const isTypedOver = edits.applied !== null && edits.applied.over !== null;
  const act = () => {
    if (hasUnsavedAnswers(state())) state().notify('note', ANSWERED);
    else if (isWhole && keptAs !== null && isOfModel) void openKept(keptAs);
    else replacing(() => runs.open(setup, files, rounds));
  };
  return more => {
    const gone = isTypedOver ? {} : findDroppedFiles(files, runs.files());
    const came = isTypedOver
      ? {}
      : describeReplacedFiles(state().run, run, findDroppedFiles(runs.files(), files));
    const names = Object.entries(gone).flatMap(([input, given]) =>
      input in came ? [] : getGivenFileNames(given),
    );
    if (!isPlayed && names.length === 0 && Object.keys(came).length === 0) {
      if (more !== '') state().notify('note', more);
      return;
    }
    findModelPlugin(setup.model)?.kept?.leave?.(gone, store);
    // Saved runs are listed: the notice need not stay for them.
    const isListed = isPlayed && isWhole && Object.keys(gone).length === 0;
    const lines = Object.values(came);
    if (isPlayed)
      lines.push(
        `The previous run (seed ${setup.seed}, ${tick} ${rounds}) ${isListed ? 'is saved, under Runs' : 'has been replaced'}.`,
      );
    else if (names.length > 0)
      lines.push(`${names.join(', ')} ${pluralizeNoun(names.length, 'has', 'have')} been replaced.`);
    state().notify('note', [...lines, more].join(' ').trim(), {
      label: 'Bring it back',
      act,
      ...(!isListed && { stays: true }),
    });
  };
}

/**
 * Replaced files of a run of the same model, in a sentence for each input; networks and presets are reported elsewhere.
 */
function describeReplacedFiles(
  now: RunState | null,
  before: RunState,
  files: Files,
): Readonly<Record<string, string>> {
  const { model } = before.setup;
  if (now?.setup.model !== model) return {};
  const { inputs, presetsAre } = getModelAppearance(model);
  const rows = inputs.flatMap(({ name, noun }) => {
    const names = getGivenFileNames(files[name]);
    if (names.length === 0 || name === presetsAre) return [];
    const old = before.info.config.inputInfo[name];
    const place = old ? `, in place of ${old.name} (${formatGroupedInteger(old.count)})` : '';
    return [
      [name, `${noun[0].toUpperCase()}${noun.slice(1)}: ${formatShortNameList(names)}${place}.`] as const,
    ];
  });
  return Object.fromEntries(rows);
}

/** "a.md, b.md, c.md and 40 more". */
const formatShortNameList = (names: readonly string[]): string =>
  names.length < 5
    ? names.join(', ')
    : `${names.slice(0, 3).join(', ')} and ${formatGroupedInteger(names.length - 3)} more`;

const getGivenFileNames = (given: Files[string]): readonly string[] => (given ?? []).map(({ name }) => name);

/** The user's files that a run was made from and the next one is not. */
const findDroppedFiles = (before: Files, now: Files): Files =>
  Object.fromEntries(Object.entries(before).filter(([name, given]) => !haveSameFileBytes(given, now[name])));

const haveSameFileBytes = (files: Files[string], others: Files[string]): boolean =>
  files === others ||
  (files?.length === others?.length &&
    (files ?? []).every(({ bytes }, position) => areBytesEqual(bytes, (others ?? [])[position].bytes)));
