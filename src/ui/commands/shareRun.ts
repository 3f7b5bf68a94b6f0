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

/**
 * Copies an address that repeats the run up to this round, or says why none can.
 * @returns whether one is in the clipboard
 */
export async function shareRun(store: PageStore, own: Files): Promise<boolean> {
  const { run, head, mixed, notify } = store.getState();
  if (!run) return false;
  const why = explainNotRepeatable(run.setup.oracle, mixed);
  if (why !== null)
    notify('note', `${why}: the address repeats its set-up, and only Export keeps the run itself.`);
  const fragment = await writeFragment(own);
  // Larger files must travel separately.
  const files = fragment === null ? describeOwnFiles(run.setup) : '';
  const hash = why === null && head > 0 ? store.getState().hash.slice(0, 16) : null;
  const address = new URL(
    writeAddress(run.setup, Math.max(0, head), collectLooking(store.getState(), hash)) + (fragment ?? ''),
    location.href,
  ).href;
  try {
    await navigator.clipboard.writeText(address);
    if (why === null || files !== '')
      notify('note', describeSharedAddress(store.getState(), files, why === null, !!fragment));
    return true;
  } catch {
    const more = files === '' ? '' : ` ${describeNeededFiles(files)}`;
    notify('note', `The clipboard is not available. The address is ${address}.${more}`);
    return false;
  }
}

/** "The address is copied: it opens this model, set-up and seed, and plays the 31 rounds again to the same hash." */
function describeSharedAddress(
  state: PageState,
  files: string,
  isRepeated: boolean,
  isWhole: boolean,
): string {
  if (files !== '') return `The address is copied. ${describeNeededFiles(files)}`;
  const played =
    isRepeated && state.head > 0
      ? `, and plays ${formatNounCount(state.head, getCurrentModelWords(state).tick)} to the same hash`
      : '';
  const own = isWhole ? ' Your files are in it, after the #, which is sent to no host.' : '';
  return `The address is copied: it opens this model with this set-up and seed${played}.${own}`;
}

/** Names the files that an address cannot hold. */
const describeNeededFiles = (files: string): string =>
  `It cannot hold your files: to open it, drop the same ones on the page (${files}).`;

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
