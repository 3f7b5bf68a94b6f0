import { isLanguageModelOracle, isRemoteOracle } from '../../engine/oracle/oracleSetup.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { SavedRunFacts } from '../../workers/protocol/api.ts';
import { describeProblemList } from '../address/describeProblemList.ts';
import type { PageCommands, SavedRunsCommands } from '../contract/pageCommands.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import { downloadFile } from '../controls/downloadFile.ts';
import { formatNounCount } from '../lib/formatCounts.ts';
import { getErrorMessage } from '../lib/messages.ts';
import { type Openings, OVERTAKEN } from '../life/openings.ts';
import { formatSeed, getCurrentModelWords, getModelAppearance } from '../model/getModelAppearance.ts';
import { findModelPlugin, loadModelPlugin } from '../model/registered.ts';
import { type AfterReload, takeReloadIntent } from '../savedRuns/afterReload.ts';
import { clearOpenRun, recordOpenRun } from '../savedRuns/findRunToRestore.ts';
import { amendSavedRow, listSavedRuns, readSavedRow } from '../savedRuns/savedRunIndex.ts';
import { createSavedRunId, createSavedRunListener, deleteSavedRun } from '../savedRuns/savedRunKeeper.ts';
import type { Branch, PageStore } from '../state/pageState.ts';
import { type LeftRun, type SavedList, type SavedParent, type SavedRow, UNREAD } from '../state/savedRow.ts';
import { waitForRound } from '../store/waitForRound.ts';
import type { OracleMemory } from './oracleMemory.ts';

interface SavedRunsCommandsParts {
  readonly store: PageStore;
  readonly memory: Pick<OracleMemory, 'readRecording' | 'settleRecording'>;
  readonly attempt: Openings['attempt'];
  readonly readdress: Openings['readdress'];
  engine(): RemoteEngine;
  fail(error: unknown, again?: () => void): void;
  /** Counts the run on the screen by another value of a parameter on which only measures depend. */
  measureBy: PageCommands['measureBy'];
}

/** Runs that this browser keeps: opened, listed, renamed, taken out and in. */
export function createSavedRunsCommands({
  store,
  engine,
  memory,
  attempt,
  readdress,
  fail,
  measureBy,
}: SavedRunsCommandsParts): SavedRunsCommands {
  const state = store.getState;
  /** @throws if it cannot be opened; the run on the screen stays */
  const open = async (id: string, left: LeftRun | null = null) => {
    const facts = await Promise.race([engine().keptFacts(id), rejectSilentStorage()]);
    const row = await readSavedRow(id).catch(() => null);
    const goesOn = left?.at != null && left.at.tick > facts.tick && isDecidedByPolicy(facts);
    const rounds = goesOn ? left.at.tick : facts.tick;
    const source = createSavedRunListener(store, id, { isMixed: facts.isMixed, goesOn });
    // At once, so that nobody who presses its button meanwhile closes what has just come.
    if (left !== null && row && state().panel === null) state().arrange({ panel: row.view.panel });
    const { recording } = facts;
    if (recording !== null) await memory.readRecording(recording);
    const error = await attempt(facts.setup, facts.files, rounds, source);
    if (recording !== null) await memory.settleRecording(recording, error === null);
    if (error === OVERTAKEN) return;
    if (error !== null) throw error;
    recordOpenRun(id);
    // A pause on its way is at the user's wish.
    await waitForRound(store, rounds).catch(error => {
      if (!goesOn || state().head < facts.tick) throw error;
    });
    readdress(Math.min(rounds, Math.max(facts.tick, state().head)));
    if (row) {
      await measureAgain(left?.at?.parameters ?? row.setup.parameters);
      restoreSavedView(store, { ...row, view: left?.at?.view ?? row.view }, left !== null);
    }
    const isThere = state().head >= rounds;
    const missing = !goesOn
      ? describeMissingRounds(facts, row, left)
      : isThere
        ? describeHashMismatch(
            state().hash,
            left.at,
            facts.tick,
            getModelAppearance(facts.setup.model).words.tick,
          )
        : '';
    if (missing !== '') state().notify('error', missing);
  };
  /** Counts the run as it was counted last: it is written as it began. */
  const measureAgain = async (chosen: Setup['parameters']) => {
    const { config, parameters = [] } = state().run?.info ?? {};
    for (const { name, measures, defaults } of parameters) {
      const value = chosen[name] ?? defaults[config?.preset ?? ''];
      if (measures && value !== undefined && value !== config?.parameters[name]) await measureBy(name, value);
    }
  };
  const link: SavedRunsCommands = {
    async openKept(id) {
      try {
        await open(id);
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    },
    async openLeft(left, otherwise) {
      const { id, isCrash } = left;
      const after = takeReloadIntent(id);
      try {
        await open(id, left);
        checkAddressView(store);
        if (isCrash) state().notify('note', UNCLOSED);
        if (after !== null) resumeReloadIntent(store, after);
      } catch (error) {
        clearOpenRun();
        await amendSavedRow(id, { closed: Date.now() }).catch(() => undefined);
        await otherwise();
        const why = `The run that was here before could not be brought back: ${getErrorMessage(error)}.`;
        state().notify('error', `${why} ${STILL_THERE}`, {
          label: 'Saved runs',
          act: () => state().arrange({ panel: 'runs' }),
          stays: true,
        });
      }
    },
    listKept: () =>
      Promise.race([loadSavedRunList(), rejectSilentStorage()]).catch(error => {
        fail(error);
        return UNREAD;
      }),
    async amendKept(id, part) {
      await amendSavedRow(id, part).then(state().relistKept).catch(fail);
    },
    async forgetKept(id) {
      await deleteSavedRun(engine(), id).then(state().relistKept).catch(fail);
    },
    async saveKept(id) {
      try {
        const bytes = (await engine().keptFile(id)) as Uint8Array<ArrayBuffer>;
        downloadFile(
          `${getSavedRunFileName(await readSavedRow(id))}.statescope`,
          [bytes],
          'application/octet-stream',
        );
      } catch (error) {
        fail(error);
      }
    },
    async takeKept(file) {
      const id = createSavedRunId();
      try {
        await engine().takeKept(id, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
        await open(id);
        state().relistKept();
      } catch (error) {
        fail(error, () => void link.takeKept(file));
        // Nothing of it is listed.
        if (state().keptAs !== id)
          await engine()
            .forgetKept(id)
            .catch(() => undefined);
      }
    },
  };
  return link;
}

/** Says that the view in the address of a run that is brought back is wrong, and leaves it out. */
function checkAddressView(store: PageStore): void {
  const { run, view, arrange, notify } = store.getState();
  if (run === null || view === null) return;
  const want = findModelPlugin(run.setup.model)?.checkView?.(view) ?? null;
  if (want === null) return;
  arrange({ view: null });
  notify('error', describeProblemList([{ name: 'view', value: view, want }]).join(' '));
}

/** All that is kept, with the halves of the page that have the words for it. */
async function loadSavedRunList(): Promise<SavedList> {
  const list = await listSavedRuns();
  const models = new Set(list.rows.map(({ setup }) => setup.model));
  // Without them runs are described in the usual words.
  await Promise.allSettled([...models].map(loadModelPlugin));
  return list;
}

/** Milliseconds that the browser's storage has to give a run. */
const STORAGE_DEADLINE_MS = 15_000;

/** Rejects for a storage that does not answer. */
const rejectSilentStorage = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the browser’s storage does not answer')), STORAGE_DEADLINE_MS);
  });

const STILL_THERE = 'Its saved part stays: it can be opened again, or saved as a file with every answer.';

const UNCLOSED =
  'This run was on the screen when the browser ended without warning. It is as it was; Reset starts again.';

/** Has the page look at what it looked at when the run was left; which panel is open is the user's by now. */
function restoreSavedView(store: PageStore, { view, tick, parent }: SavedRow, isReload: boolean): void {
  const { head, restore, panel, setBranch } = store.getState();
  if (parent !== null) setBranch(restoreSavedBranch(parent));
  const { speed, selection, ...rest } = { ...view, panel };
  const cursor = selection.cursor !== null && selection.cursor < head ? selection.cursor : null;
  // Opening it from the list, or by an undo, shows its whole course.
  const isWhole = isReload && head >= tick;
  restore({ ...rest, speed, selection: { ...selection, hover: null, cursor: isWhole ? cursor : null } });
}

/** Takes up what was meant before the page reloaded itself. */
function resumeReloadIntent(store: PageStore, { intent, keyUrls }: AfterReload): void {
  const { run, draft, panel, head, restore, notify } = store.getState();
  const form = draft ?? run?.setup.oracle;
  const isShown = panel === 'oracle' && form !== undefined && isLanguageModelOracle(form);
  const shownUrls = isShown && isRemoteOracle(form) ? form.urls : [];
  restore({ intent: isShown ? intent : null, forgottenKey: keyUrls });
  if (keyUrls.length > 0 && !shownUrls.some(url => keyUrls.includes(url)))
    notify(
      'error',
      `The key for ${keyUrls.join(', ')} was in memory only and is gone with the reload: type it again in “Who decides” before the run goes on.`,
    );
  notify(
    'note',
    `The page was reloaded; the run stands at ${getCurrentModelWords({ run }).tick} ${Math.max(0, head)} as before.`,
  );
}

function restoreSavedBranch({ id, hash, head, setup, isRepeatable, ...branch }: SavedParent): Branch {
  const isAgain = isRepeatable ?? setup.oracle.kind === 'policy';
  const unknown = { columns: null, document: null, files: null, branch: null };
  return { ...branch, parent: { hash, head, setup, ...unknown, keptAs: id, isRepeatable: isAgain } };
}

/** True if its rounds can be played on without any request. */
const isDecidedByPolicy = ({ setup, damage }: SavedRunFacts): boolean =>
  setup.oracle.kind === 'policy' && damage === null;

/** Message about replayed rounds; empty if they went as before. */
function describeHashMismatch(
  hash: string,
  at: { readonly tick: number; readonly hash: string },
  kept: number,
  word: string,
): string {
  if (hash === at.hash) return '';
  return `Of this run ${formatNounCount(kept, word)} had been saved; played again up to ${word} ${at.tick}, it went differently: hash ${hash.slice(0, 8)} instead of ${at.hash.slice(0, 8)}.`;
}

/** The reason for a run that ends before its last round; empty if it does not. */
function describeMissingRounds(
  { tick, damage, setup }: SavedRunFacts,
  row: SavedRow | null,
  report: LeftRun | null,
): string {
  const left = Math.max(row?.tick ?? tick, report?.at?.tick ?? 0);
  if (damage === null && left <= tick) return '';
  const { words } = getModelAppearance(setup.model);
  const why = damage === null ? '' : ` (${damage})`;
  return `Of this run ${formatNounCount(tick, words.tick)} could be brought back, and it was left at ${words.Tick} ${left}${why}.`;
}

const getSavedRunFileName = (row: SavedRow | null): string => {
  if (row === null) return 'run';
  const { setup, tick } = row;
  const made = [setup.model, formatSeed(setup), `${getModelAppearance(setup.model).words.tick} ${tick}`];
  return (row.name ?? made.filter(Boolean).join('-')).replace(/[^\w-]+/g, '-');
};
