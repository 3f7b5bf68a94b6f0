import type { Files } from '../../engine/files/namedFile.ts';
import type { OwnInput, Setup } from '../../engine/setup/config.ts';
import type { Link, SetUse } from '../contract/link.ts';
import { formatNounCount } from '../lib/words.ts';
import { getCurrentAppearance, isRecordedModel } from '../model/looks.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import { type Given, readGivenFiles, restoreGivenFile, setSetupInputs } from './inputFiles.ts';

/** How a run made from files is opened. */
interface Opening {
  /** What *Try again* does; the same opening where it is absent. */
  readonly again?: () => void;
  /** Whether what says how the files on the screen are read is for these, too. */
  readonly keepsReading?: true;
}

interface Parts {
  readonly store: PageStore;
  settled(): Setup;
  link(): Link;
  /** Opens a run made from the user's files. */
  openWith(given: Given, more: Opening): Promise<void>;
}

/** The files, where they are recordings of the model on the screen and nothing besides; null where they are not. */
export function findRecordingSet(given: Given, state: PageState): readonly File[] | null {
  const { run } = state;
  const { presetsAre } = getCurrentAppearance(state);
  if (run === null || presetsAre === undefined || !isRecordedModel(run.setup.model)) return null;
  return given.size === 1 ? (given.get(presetsAre) ?? null) : null;
}

/** Whether it is not clear what becomes of recordings: the user's own are on the screen, or there are two. */
export function isSetChoiceUnclear(set: readonly File[], state: PageState): boolean {
  const { presetsAre } = getCurrentAppearance(state);
  const isOwn = presetsAre !== undefined && state.run?.setup.own?.includes(presetsAre) === true;
  return isOwn || canBeTwoSets(set);
}

/** What telemetry a file holds by its name, as collectors call them: "v1_traces.json", "spans.jsonl", "logs.json". */
const detectTelemetrySignal = (name: string): 'spans' | 'logs' | null =>
  /(?:^|[^a-z])(?:traces?|spans?)(?![a-z])/i.test(name)
    ? 'spans'
    : /(?:^|[^a-z])logs?(?![a-z])/i.test(name)
      ? 'logs'
      : null;

/**
 * Whether two files may be a set each: a database and its write-ahead log, a session and its sub-agent's, spans and the log
 * records beside them are one.
 */
export const canBeTwoSets = (set: readonly { readonly name: string }[]): boolean =>
  set.length === 2 &&
  !set.some(({ name }) => /^agent[-_]/.test(name)) &&
  !(['spans', 'logs'] as const).every(signal =>
    set.some(({ name }) => detectTelemetrySignal(name) === signal),
  ) &&
  !set.some(({ name }) => set.some(other => other.name === `${name}-wal`));

/** What a set of files is called: its name, or how many there are. */
export const getSetFilesName = (set: readonly { readonly name: string }[]): string =>
  set.length === 1 ? set[0].name : formatNounCount(set.length, 'file');

/** Recordings that are added to those on the screen, or compared with them. */
export function createRecordedSets({ store, settled, link, openWith }: Parts) {
  const inputNow = (): OwnInput => getCurrentAppearance(store.getState()).presetsAre ?? '';
  /** Compares the run on the screen with one of these files. */
  const compare = async (set: readonly File[]) => {
    const setup = settled();
    const given: Given = new Map([[inputNow(), set]]);
    const files: Files = { ...link().ownFiles(), ...(await readGivenFiles(given, setup.model)) };
    const other = { ...setSetupInputs(setup, [...given.keys()]), agents: null };
    await link().compare(
      { kind: 'setup', setup: other, files, rounds: 0 },
      { own: getCurrentSetName(store.getState()), other: getSetFilesName(set) },
    );
  };
  const use = async (set: readonly File[], as: Exclude<SetUse, 'instead'>): Promise<void> => {
    if (as === 'beside') return compare(set);
    if (as === 'more') {
      const before = link().ownFiles()[inputNow()] ?? [];
      return openWith(new Map([[inputNow(), [...before.map(restoreGivenFile), ...set]]]), {
        keepsReading: true,
      });
    }
    const [a, b] = set;
    const { run } = store.getState();
    await openWith(new Map([[inputNow(), [a]]]), { again: () => void use(set, as) });
    if (store.getState().run !== run) await compare([b]);
  };
  return { use };
}

/** What the set on the screen is called. */
export function getCurrentSetName(state: Pick<PageState, 'run'>): string {
  const { presets, presetsAre } = getCurrentAppearance(state);
  const { run } = state;
  if (run === null || presetsAre === undefined) return 'this run';
  if (!run.setup.own?.includes(presetsAre))
    return presets.find(({ value }) => value === run.setup.preset)?.label ?? 'this run';
  return run.info.config.inputInfo[presetsAre]?.name ?? 'this run';
}
