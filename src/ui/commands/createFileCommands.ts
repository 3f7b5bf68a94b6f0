import type { Files } from '../../engine/files/namedFile.ts';
import type { BranchOrigin, OwnInput, Setup } from '../../engine/setup/config.ts';
import type { FileCommands, PageCommands, SetUse } from '../contract/pageCommands.ts';
import { keepFittingParameters } from '../files/keepFittingParameters.ts';
import { notifyNetworkReading } from '../files/notifyNetworkReading.ts';
import { findReadingModel, sortDroppedFiles } from '../files/sortDroppedFiles.ts';
import { getErrorMessage } from '../lib/messages.ts';
import { OVERTAKEN } from '../life/openings.ts';
import { getCurrentAppearance, getModelAppearance, getModelDefaults } from '../model/getModelAppearance.ts';
import type { PageModel } from '../model/pageModel.ts';
import { getCurrentPlugin, loadModelPlugin } from '../model/registered.ts';
import { type KnownFile, readKnownFile, STAYS } from '../state/fileKinds.ts';
import { isEngineDead } from '../state/life.ts';
import type { PageStore } from '../state/pageState.ts';
import { getInitialRounds, getRepeatedRounds } from '../store/howFar.ts';
import {
  createRecordedSets,
  type FilesByInput,
  findRecordingSet,
  isSetChoiceUnclear,
  readGivenFiles,
  restoreGivenFile,
  setSetupInputs,
} from './recordedSets.ts';

interface FileCommandsParts {
  readonly store: PageStore;
  /** The set-up to start again from. */
  settled(): Setup;
  /** Opens a run. @returns what was in the way, `OVERTAKEN` by a later one; null for success. */
  attempt(setup: Setup, files: Files, rounds: number): Promise<unknown>;
  fail(error: unknown, again?: () => void): void;
  /** Asks the user if answers of a model would be lost. @returns true if it does. */
  asksFirst(setup: Setup, files: Files): Promise<boolean>;
  commands(): PageCommands;
}

/** Options for opening a run from files. */
interface More {
  readonly branchOf?: BranchOrigin | undefined;
  /** The set-up to start from; the settled one if it is absent. */
  readonly from?: () => Setup;
  /** Action of *Try again*; the same opening if it is absent. */
  readonly again?: (() => void) | undefined;
  /** True if the reading of the files on the screen also holds for these. */
  readonly keepsReading?: true;
}

/** Message after the engine was ended for a refused file. */
const MADE_AGAIN = 'Play or Reset makes the run on the screen again.';

/** Commands of the views that take files: dropped, chosen, or asked for again. */
export function createFileCommands({
  store,
  settled,
  attempt,
  fail,
  asksFirst,
  commands,
}: FileCommandsParts): FileCommands {
  const stays = () => (isEngineDead(store.getState().life) ? MADE_AGAIN : STAYS);
  /** The current opening: files that come in the meantime are added to it, in order. */
  let turn: Promise<void> = Promise.resolve();
  /** Opens a run made from the user's files. */
  const openWith = (given: FilesByInput, more: More = {}): Promise<void> => {
    turn = turn.then(() => openNow(given, (more.from ?? settled)(), more));
    return turn;
  };
  /** Reports that the previous run stays. @param again offered if a part of the page did not come */
  const refuse = (error: unknown, again: () => void) => fail(extendErrorMessage(error, stays()), again);
  const openNow = async (given: FilesByInput, from: Setup, more: More) => {
    const { branchOf, again = () => void openWith(given, { branchOf, from: () => from }) } = more;
    try {
      const files = await readGivenFiles(given, from.model);
      const ended = more.keepsReading ? null : findPreviousInputs(from, given);
      const before = commands().ownFiles();
      const base = ended === null ? from : removePreviousInputs(from, ended);
      const { setup: fitting, lost } = await keepFittingParameters(
        setSetupInputs(base, [...given.keys()]),
        store.getState().run?.info.parameters ?? [],
        { ...before, ...files },
      );
      const setup = { ...fitting, ...(branchOf && { branchOf }) };
      if (await asksFirst(setup, files)) return;
      const { presetsAre = '' } = getModelAppearance(setup.model);
      const isOther = given.has(presetsAre);
      const awaited = store.getState().awaitedRounds;
      const rounds =
        awaited || (isOther ? getInitialRounds(setup.model) : getRepeatedRounds(store.getState()));
      const wrong = await attempt(setup, files, rounds);
      if (wrong === null) store.getState().arrange({ awaitedRounds: 0 });
      if (wrong === null && given.has('network')) notifyNetworkReading(store, commands);
      if (wrong === null && ended !== null) notifyInputsEnded(store.getState(), ended, before, openWith);
      if (wrong === null && lost.length > 0)
        store
          .getState()
          .notify('note', `Left out, since the new file does not allow it: ${lost.join(', ')}.`);
      if (wrong !== null && wrong !== OVERTAKEN) refuse(wrong, again);
    } catch (error) {
      refuse(error, again);
    }
  };
  const openParts = async (parts: readonly KnownFile[], meant?: OwnInput, as?: SetUse) => {
    const state = store.getState();
    const { inputs, misfits } = sortDroppedFiles(parts, getCurrentAppearance(state), meant);
    const [[name, [first]] = ['', []]] = inputs;
    const { open } = getCurrentPlugin(state);
    const other = inputs.size === 0 ? await findReadingModel(parts) : null;
    if (other) return openAs(other, parts);
    const set = findRecordingSet(inputs, state);
    if (set && as === undefined && isSetChoiceUnclear(set, state)) return state.arrange({ offered: set });
    if (set && as !== undefined && as !== 'instead') return sets.use(set, as);
    if (open && first && name !== 'network' && inputs.size === 1)
      await open({ store, commands: commands() }, first);
    else if (inputs.size > 0) await openWith(inputs);
    else if (misfits.length > 0) misfits.push(stays());
    // A run that is opened takes the notices of the one before away.
    if (misfits.length > 0) state.notify('error', misfits.join('\n'));
  };
  /** Opens a run of another model, which alone reads these files. */
  const openAs = async ({ name }: PageModel, parts: readonly KnownFile[]) => {
    await loadModelPlugin(name);
    const { inputs, misfits } = sortDroppedFiles(parts, getModelAppearance(name));
    await openWith(inputs, { from: () => getModelDefaults(name) });
    if (misfits.length > 0) store.getState().notify('error', misfits.join('\n'));
  };
  const sets = createRecordedSets({
    ...{ store, commands, settled },
    openWith,
  });
  const readingNow = () => store.getState().run?.info.config.networkInfo?.reading;
  return {
    async chooseReading(part) {
      const before = readingNow();
      if (!before) return;
      await commands().reset(part);
      // A user who was asked about losing answers may have stayed.
      if (readingNow() !== before) notifyNetworkReading(store, commands);
    },
    async openOwn(name, given, branchOf) {
      if (given !== null)
        return given.length > 0 ? openWith(new Map([[name, given]]), { branchOf }) : undefined;
      await commands().reset({ own: (settled().own ?? []).filter(other => other !== name) });
    },
    async openFiles(given, meant, as) {
      try {
        const known = await Promise.all(given.map(readKnownFile));
        const isWhole = ({ kind }: KnownFile) => ['run', 'model', 'kept'].includes(kind.form);
        const { run, model, kept } = sortDroppedFiles(
          known.filter(isWhole),
          getCurrentAppearance(store.getState()),
        );
        const parts = known.filter(file => !isWhole(file));
        if (kept) await commands().takeKept(kept);
        else if (run) await commands().openRecording(run, parts);
        else await openParts(parts, meant, as);
        if (model) await commands().openModelFile(model);
      } catch (error) {
        refuse(error, () => void commands().openFiles(given, meant, as));
      }
    },
  };
}

/** The same failure with a longer message; its remedy stays. */
const extendErrorMessage = (error: unknown, words: string): Error =>
  Object.assign(new Error(`${getErrorMessage(error)}. ${words}`), {
    name: error instanceof Error ? error.name : '',
  });

/** Reading of the files on the screen, which does not hold for other files. */
interface ReadBefore {
  readonly names: readonly OwnInput[];
  /** Noun for it: "the choice of states". */
  readonly words: string;
}

/** Inputs that end when files other than those they were chosen for are opened; null for none. */
function findPreviousInputs({ model, own = [] }: Setup, given: FilesByInput): ReadBefore | null {
  const { presetsAre = '', readBy = {} } = getModelAppearance(model);
  if (!given.has(presetsAre)) return null;
  const names = own.filter(name => readBy[name] !== undefined && !given.has(name));
  return names.length === 0 ? null : { names, words: names.map(name => readBy[name]).join(' and ') };
}

/** The set-up without them. */
const removePreviousInputs = ({ own = [], ...rest }: Setup, { names }: ReadBefore): Setup => ({
  ...rest,
  own: own.filter(name => !names.includes(name)),
});

/** Says that they ended, and offers them for what is on the screen now. @param files of the run before */
function notifyInputsEnded(
  { notify }: Pick<ReturnType<PageStore['getState']>, 'notify'>,
  { names, words }: ReadBefore,
  files: Files,
  use: (given: FilesByInput) => Promise<void>,
): void {
  const given: FilesByInput = new Map(names.map(name => [name, (files[name] ?? []).map(restoreGivenFile)]));
  notify(
    'note',
    `${words[0].toUpperCase()}${words.slice(1)} ${names.length === 1 ? 'was' : 'were'} for the files before; these are read automatically.`,
    {
      label: names.length === 1 ? 'Use it here, too' : 'Use them here, too',
      act: () => void use(given),
    },
  );
}
