import type { Files, NamedFile } from '../../engine/files/namedFile.ts';
import { MOST_HELD } from '../../engine/files/pieces.ts';
import { DEFAULT_SETUP } from '../../engine/models/defaultSetup.ts';
import type { OwnInput, Setup } from '../../engine/setup/config.ts';
import { getModelAppearance } from '../model/getModelAppearance.ts';
import { createStreamedFiles, readNamedFiles } from '../state/fileKinds.ts';
import { FILE_NETWORK } from '../state/oracleChoices.ts';

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
    const most = inputs.find(input => input.name === name)?.most ?? MOST_HELD;
    if (bytes > most) {
      const names = `${list.map(file => file.name).join(', ')} ${list.length === 1 ? 'is' : 'are'}`;
      throw new Error(`${names} ${(bytes / 1e6).toFixed(1)} MB, and at most ${most / 1e6} MB are read`);
    }
    files[name] = bytes > MOST_HELD ? createStreamedFiles(list) : await readNamedFiles(list);
  }
  return files;
}

/** A file as it was brought. */
export const restoreGivenFile = ({ name, bytes, source }: NamedFile): File =>
  source instanceof File ? source : new File([new Uint8Array(bytes)], name);
