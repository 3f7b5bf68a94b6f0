import type { Files } from '../../engine/config.ts';
import { isRecorded, wordsNow } from '../models/looks.ts';
import { pluginNamed } from '../models/registered.ts';
import { holdsAnswers } from '../store/decidingSlice.ts';
import { isKept } from '../store/keptSlice.ts';
import type { PageStore } from '../store/pageState.ts';
import { noun } from '../words/words.ts';
import type { Openings } from './openings.ts';

const ANSWERED = 'A language model has answered since: export its answers, or Reset, before that.';

/**
 * Offers the run on the screen again once another one has taken its place, where ticks or a file of the
 * user's are gone with it; null where there is nothing to lose.
 * @param replacing opens it in the place of the other one @param openKept the same, where it is kept
 * @returns a function that tells it, and what else is to be told
 */
export function wayBack(
  store: PageStore,
  runs: Openings,
  replacing: (opening: () => Promise<boolean>) => void,
  openKept: (id: string) => Promise<boolean>,
): ((more: string) => void) | null {
  const state = store.getState;
  const { run, head, mixed, edits, keptAs } = state();
  if (run === null || run.setup.oracle.kind === 'replay') return null;
  const isWhole = isKept(state());
  const { setup } = run;
  const files = runs.files();
  const { tick } = wordsNow(state());
  // Answers of a model cannot be had again: there the user is asked first.
  // The policy plays it again, even where it is no longer kept.
  const isOfModel = mixed || setup.oracle.kind !== 'policy';
  const isLost = !isWhole && isOfModel;
  const rounds = isLost ? 0 : Math.max(0, head);
  // A recording is there again as soon as its files are.
  const isPlayed = rounds > 0 && !isRecorded(setup.model);
  // A text that is applied was typed over this one: the editor takes it back.
  const isTypedOver = edits.applied !== null && edits.applied.over !== null;
  const act = () => {
    if (holdsAnswers(state())) state().notify('note', ANSWERED);
    else if (isWhole && keptAs !== null && isOfModel) void openKept(keptAs);
    else replacing(() => runs.open(setup, files, rounds));
  };
  return more => {
    const gone = isTypedOver ? {} : goneFrom(files, runs.files());
    const names = Object.values(gone).flatMap(given => given?.map(({ name }) => name) ?? []);
    if (!isPlayed && names.length === 0) {
      if (more !== '') state().notify('note', more);
      return;
    }
    pluginNamed(setup.model)?.kept?.leave?.(gone, store);
    // What is kept is listed: the notice need not stay for it.
    const isListed = isWhole && names.length === 0;
    const text = isPlayed
      ? `The previous run (seed ${setup.seed}, ${tick} ${rounds}) ${isListed ? 'is kept, under Runs' : 'has been replaced'}.`
      : `${names.join(', ')} ${noun(names.length, 'has', 'have')} given way to another run.`;
    state().notify('note', `${text} ${more}`.trim(), {
      label: 'Bring it back',
      act,
      ...(!isListed && { stays: true }),
    });
  };
}

/** The user's files that a run was made from and the next one is not. */
const goneFrom = (before: Files, now: Files): Files =>
  Object.fromEntries(Object.entries(before).filter(([name, given]) => !isSame(given, now[name])));

const isSame = (files: Files[string], others: Files[string]): boolean =>
  files === others ||
  (files?.length === others?.length &&
    (files ?? []).every(({ bytes }, position) => {
      const other = others?.[position].bytes;
      return bytes.length === other?.length && bytes.every((byte, at) => byte === other[at]);
    }));
