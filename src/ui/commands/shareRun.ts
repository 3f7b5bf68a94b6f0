import type { Files } from '../../engine/files/namedFile.ts';
import type { OracleSetup } from '../../engine/oracle/oracleSetup.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { Setup } from '../../engine/setup/config.ts';
import { collectLooking } from '../address/collectLooking.ts';
import { writeFragment } from '../address/fragment.ts';
import { writeAddress } from '../address/pageAddress.ts';
import { formatNounCount } from '../lib/formatCounts.ts';
import { getCurrentModelWords, getModelAppearance } from '../model/getModelAppearance.ts';
import { FILE_NETWORK } from '../state/oracleChoices.ts';
import type { PageState, PageStore } from '../state/pageState.ts';

/** An address that repeats the run on the screen. */
export interface RunShare {
  /** Without the user's files. */
  readonly address: string;
  /** Part of the address that holds the user's files; '' if there are none, null if they cannot be in it. */
  readonly fragment: string | null;
  /** True if the address alone plays the same run. */
  readonly isRepeated: boolean;
}

/**
 * The address of the run up to this round; says why none can repeat it. Null without a run. A run that is being made again with
 * more is waited for, so that round, hash and files are those of one run.
 * @param ownFiles the user's files that the run is made from
 */
export async function prepareShare(store: PageStore, ownFiles: () => Files): Promise<RunShare | null> {
  await awaitWholeRun(store);
  const now = store.getState();
  const { run, head, mixed, notify } = now;
  if (!run) return null;
  const own = ownFiles();
  const why = explainNotRepeatable(run.setup.oracle, mixed);
  if (why !== null)
    notify('note', `${why}: the address repeats its set-up, and only Export keeps the run itself.`);
  const fragment = await writeFragment(own);
  const hash = why === null && head > 0 ? now.hash.slice(0, 16) : null;
  const address = new URL(
    writeAddress(run.setup, Math.max(0, head), collectLooking(now, hash)),
    location.href,
  ).href;
  return { address, fragment, isRepeated: why === null };
}

/** Resolves once views see the run itself. */
async function awaitWholeRun(store: PageStore): Promise<void> {
  if (store.getState().held === null) return;
  await new Promise<void>(resolve => {
    const stop = store.subscribe(({ held }) => {
      if (held !== null) return;
      stop();
      resolve();
    });
  });
}

/**
 * Copies the address, and says what it holds.
 * @param isWhole true if the user's files go into it
 * @returns true if it is in the clipboard
 */
export async function copyShare(store: PageStore, share: RunShare, isWhole: boolean): Promise<boolean> {
  const state = store.getState();
  const { run, notify } = state;
  if (!run) return false;
  const isLeftOut = !isWhole && !!share.fragment;
  // Larger files must travel separately.
  const files = isLeftOut || share.fragment === null ? describeOwnFiles(run.setup) : '';
  const address = share.address + (isWhole ? (share.fragment ?? '') : '');
  try {
    await navigator.clipboard.writeText(address);
    if (share.isRepeated || files !== '')
      notify(
        'note',
        describeSharedAddress(state, { files, isLeftOut, isRepeated: share.isRepeated, isWhole }),
      );
    return true;
  } catch {
    const more = files === '' ? '' : ` ${describeNeededFiles(files, isLeftOut)}`;
    notify('note', `The clipboard is not available. The address is ${address}.${more}`);
    return false;
  }
}

interface SharedFiles {
  /** Files that are not in the address, in words; '' for none. */
  readonly files: string;
  /** True if the user left them out. */
  readonly isLeftOut: boolean;
  readonly isRepeated: boolean;
  readonly isWhole: boolean;
}

/** "The address is copied: it opens this model, set-up and seed, and plays the 31 rounds again to the same hash." */
function describeSharedAddress(
  state: PageState,
  { files, isLeftOut, isRepeated, isWhole }: SharedFiles,
): string {
  if (files !== '') return `The address is copied. ${describeNeededFiles(files, isLeftOut)}`;
  const played =
    isRepeated && state.head > 0
      ? `, and plays ${formatNounCount(state.head, getCurrentModelWords(state).tick)} to the same hash`
      : '';
  const own = isWhole ? ' Your files are in it, after the #, which is sent to no host.' : '';
  return `The address is copied: it opens this model with this set-up and seed${played}.${own}`;
}

/** Names the files that an address does not hold. */
const describeNeededFiles = (files: string, isLeftOut: boolean): string =>
  `It ${isLeftOut ? 'does not' : 'cannot'} hold your files: to open it, drop the same ones on the page (${files}).`;

/** Reason why an address alone would play a different run; null if it repeats this one. */
function explainNotRepeatable(oracle: OracleSetup, mixed: boolean): string | null {
  if (mixed) return 'More than one oracle has decided in this run';
  if (oracle.kind === 'replay') return 'A recording decides in this run';
  return isLanguageModelOracle(oracle) ? 'A language model may answer differently next time' : null;
}

/** The user's own files that a run is made from, in words. */
function describeOwnFiles({ model, own = [], network }: Setup): string {
  const nouns = getModelAppearance(model)
    .inputs.filter(({ name }) => own.includes(name))
    .map(({ noun }) => noun);
  const needed = network === FILE_NETWORK ? ['network', ...nouns] : nouns;
  return needed.map(noun => `the ${noun}`).join(' and ');
}
