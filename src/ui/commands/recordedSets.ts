import type { Files, NamedFile } from '../../engine/files/namedFile.ts';
import { MAX_HELD_INPUT_BYTES } from '../../engine/files/pieces.ts';
import { DEFAULT_SETUP } from '../../engine/models/defaultSetup.ts';
import type { OwnInput, Setup } from '../../engine/setup/config.ts';
import type { PageCommands, SetUse } from '../contract/pageCommands.ts';
import { formatNounCount } from '../lib/formatCounts.ts';
import { getCurrentAppearance, getModelAppearance, isRecordedModel } from '../model/getModelAppearance.ts';
import { createStreamedFiles, readNamedFiles } from '../state/fileKinds.ts';
import { FILE_NETWORK } from '../state/oracleChoices.ts';
import type { PageState, PageStore } from '../state/pageState.ts';

/** Options for opening a run from files. */
interface Opening {
  /** Action of *Try again*; the same opening if it is absent. */
  readonly again?: () => void;
  /** True if the reading of the files on the screen also holds for these. */
  readonly keepsReading?: true;
}

interface RecordedSetsParts {
  readonly store: PageStore;
  settled(): Setup;
  commands(): PageCommands;
  /** Opens a run made from the user's files. */
  openWith(given: FilesByInput, more: Opening): Promise<void>;
}

/** The files, if they are only recordings of the model on the screen; else null. */
export function findRecordingSet(given: FilesByInput, state: PageState): readonly File[] | null {
  const { run } = state;
  const { presetsAre } = getCurrentAppearance(state);
  if (run === null || presetsAre === undefined || !isRecordedModel(run.setup.model)) return null;
  return given.size === 1 ? (given.get(presetsAre) ?? null) : null;
}

/** True if the use of recordings is unclear: the user's own are on the screen, or there are two. */
export function isSetChoiceUnclear(set: readonly File[], state: PageState): boolean {
  const { presetsAre } = getCurrentAppearance(state);
  const isOwn = presetsAre !== undefined && state.run?.setup.own?.includes(presetsAre) === true;
  return isOwn || canBeTwoSets(set);
}

/** Telemetry signal of a file by its name, as collectors call them: "v1_traces.json", "spans.jsonl", "logs.json". */
const detectTelemetrySignal = (name: string): 'spans' | 'logs' | null =>
  /(?:^|[^a-z])(?:traces?|spans?)(?![a-z])/i.test(name)
    ? 'spans'
    : /(?:^|[^a-z])logs?(?![a-z])/i.test(name)
      ? 'logs'
      : null;

/**
 * True if two files may be a set each: a database and its write-ahead log, a session and its sub-agent's, spans and
 * their log records are one.
 */
export const canBeTwoSets = (set: readonly { readonly name: string }[]): boolean =>
  set.length === 2 &&
  !set.some(({ name }) => /^agent[-_]/.test(name)) &&
  !(['spans', 'logs'] as const).every(signal =>
    set.some(({ name }) => detectTelemetrySignal(name) === signal),
  ) &&
  !set.some(({ name }) => set.some(other => other.name === `${name}-wal`));

/** Name of a set of files: the only file's name, or their number. */
export const getSetFilesName = (set: readonly { readonly name: string }[]): string =>
  set.length === 1 ? set[0].name : formatNounCount(set.length, 'file');

/** Recordings that are added to those on the screen, or compared with them. */
export function createRecordedSets({ store, settled, commands, openWith }: RecordedSetsParts) {
  const inputNow = (): OwnInput => getCurrentAppearance(store.getState()).presetsAre ?? '';
  /** Compares the run on the screen with one of these files. */
  const compare = async (set: readonly File[]) => {
    const setup = settled();
    const given: FilesByInput = new Map([[inputNow(), set]]);
    const files: Files = { ...commands().ownFiles(), ...(await readGivenFiles(given, setup.model)) };
    const other = { ...setSetupInputs(setup, [...given.keys()]), agents: null };
    await commands().compare(
      { kind: 'setup', setup: other, files, rounds: 0 },
      { own: getCurrentSetName(store.getState()), other: getSetFilesName(set) },
    );
  };
  const use = async (set: readonly File[], as: Exclude<SetUse, 'instead'>): Promise<void> => {
    if (as === 'beside') return compare(set);
    if (as === 'more') {
      const before = commands().ownFiles()[inputNow()] ?? [];
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

/** Name of the set on the screen. */
export function getCurrentSetName(state: Pick<PageState, 'run'>): string {
  const { presets, presetsAre } = getCurrentAppearance(state);
  const { run } = state;
  if (run === null || presetsAre === undefined) return 'this run';
  if (!run.setup.own?.includes(presetsAre))
    return presets.find(({ value }) => value === run.setup.preset)?.label ?? 'this run';
  return run.info.config.inputInfo[presetsAre]?.name ?? 'this run';
}

/** Files of a run, by the input that they are for. */
export type FilesByInput = ReadonlyMap<'network' | OwnInput, readonly File[]>;

/** The set-up with inputs of the user's. A reading that was chosen for another network ends with it. */
export function setSetupInputs(setup: Setup, names: readonly string[]): Setup {
  const own = [...new Set([...(setup.own ?? []), ...names.filter(name => name !== 'network')])];
  const { direction, repeats, groups, oracle, ...rest } = setup;
  const isOther = names.includes('network') && setup.network === FILE_NETWORK;
  return {
    ...rest,
    oracle: oracle.kind === 'replay' ? DEFAULT_SETUP.oracle : oracle,
    ...(direction && !isOther && { direction }),
    ...(repeats && !isOther && { repeats }),
    ...(groups !== undefined && !isOther && { groups }),
    ...(names.includes('network') && { network: FILE_NETWORK, agents: null }),
    ...(own.length > 0 && { own }),
  };
}

/**
 * Reads the given files; the engine reads those that are too large to be held in pieces.
 * @throws Error for unreadable files
 */
export async function readGivenFiles(given: FilesByInput, model: string): Promise<Files> {
  const files: Record<string, readonly NamedFile[]> = {};
  const { inputs } = getModelAppearance(model);
  for (const [name, list] of given) {
    const bytes = list.reduce((sum, { size }) => sum + size, 0);
    const most = inputs.find(input => input.name === name)?.most ?? MAX_HELD_INPUT_BYTES;
    if (bytes > most) {
      const names = `${list.map(file => file.name).join(', ')} ${list.length === 1 ? 'is' : 'are'}`;
      throw new Error(`${names} ${(bytes / 1e6).toFixed(1)} MB, and at most ${most / 1e6} MB are read`);
    }
    files[name] = bytes > MAX_HELD_INPUT_BYTES ? createStreamedFiles(list) : await readNamedFiles(list);
  }
  return files;
}

/** A file as it was brought. */
export const restoreGivenFile = ({ name, bytes, source }: NamedFile): File =>
  source instanceof File ? source : new File([new Uint8Array(bytes)], name);
