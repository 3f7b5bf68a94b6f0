import { areBytesEqual } from '../../engine/core/hashing/areBytesEqual.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import { formatGroupedInteger, pluralizeNoun } from '../lib/words.ts';
import { getCurrentModelWords, getModelAppearance, isRecordedModel } from '../model/looks.ts';
import { findModelPlugin } from '../model/registered.ts';
import type { PageStore, RunState } from '../state/pageState.ts';
import { isRunFullySaved } from '../store/slices/createSavedRunsSlice.ts';
import { hasUnsavedAnswers } from '../store/slices/decidingSlice.ts';
import type { Openings } from './openings.ts';

const ANSWERED = 'A language model has answered since: export its answers, or Reset, before that.';

/**
 * Offers the run on the screen again once another one has taken its place, where ticks or a file of the
 * user's are gone with it; null where there is nothing to lose.
 * @param replacing opens it in the place of the other one @param openKept the same, where it is kept
 * @returns a function that tells it, and what else is to be told
 */
export function offerWayBack(
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
  // Answers of a model cannot be had again: there the user is asked first.
  // The policy plays it again, even where it is no longer kept.
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
    // What is kept is listed: the notice need not stay for it.
    const isListed = isPlayed && isWhole && Object.keys(gone).length === 0;
    const told = Object.values(came);
    if (isPlayed)
      told.push(
        `The previous run (seed ${setup.seed}, ${tick} ${rounds}) ${isListed ? 'is kept, under Runs' : 'has been replaced'}.`,
      );
    else if (names.length > 0)
      told.push(
        `${names.join(', ')} ${pluralizeNoun(names.length, 'has', 'have')} given way to another run.`,
      );
    state().notify('note', [...told, more].join(' ').trim(), {
      label: 'Bring it back',
      act,
      ...(!isListed && { stays: true }),
    });
  };
}

/** What the files replaced of which a run of the same model is made, in a sentence for each input; networks and presets are told elsewhere. */
function describeReplacedFiles(
  now: RunState | null,
  before: RunState,
  files: Files,
): Readonly<Record<string, string>> {
  const { model } = before.setup;
  if (now?.setup.model !== model) return {};
  const { inputs, presetsAre } = getModelAppearance(model);
  const told = inputs.flatMap(({ name, noun }) => {
    const names = getGivenFileNames(files[name]);
    if (names.length === 0 || name === presetsAre) return [];
    const old = before.info.config.inputInfo[name];
    const place = old ? `, in place of ${old.name} (${formatGroupedInteger(old.count)})` : '';
    return [
      [name, `${noun[0].toUpperCase()}${noun.slice(1)}: ${formatShortNameList(names)}${place}.`] as const,
    ];
  });
  return Object.fromEntries(told);
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
