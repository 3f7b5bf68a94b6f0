import type { Files } from '../../engine/files/namedFile.ts';
import type { OwnInput, Setup } from '../../engine/setup/config.ts';
import { getModelAppearance } from '../model/getModelAppearance.ts';
import type { PageStore } from '../state/pageState.ts';
import { type FilesByInput, restoreGivenFile } from './inputFiles.ts';

/** Reading of the files on the screen, which does not hold for other files. */
interface ReadBefore {
  readonly names: readonly OwnInput[];
  /** Noun for it: "the choice of states". */
  readonly words: string;
}

/** Inputs that end when files other than those they were chosen for are opened; null for none. */
export function findPreviousInputs({ model, own = [] }: Setup, given: FilesByInput): ReadBefore | null {
  const { presetsAre = '', readBy = {} } = getModelAppearance(model);
  if (!given.has(presetsAre)) return null;
  const names = own.filter(name => readBy[name] !== undefined && !given.has(name));
  return names.length === 0 ? null : { names, words: names.map(name => readBy[name]).join(' and ') };
}

/** The set-up without them. */
export const removePreviousInputs = ({ own = [], ...rest }: Setup, { names }: ReadBefore): Setup => ({
  ...rest,
  own: own.filter(name => !names.includes(name)),
});

/** Says that they ended, and offers them for what is on the screen now. @param files of the run before */
export function notifyInputsEnded(
  { notify }: Pick<ReturnType<PageStore['getState']>, 'notify'>,
  { names, words }: ReadBefore,
  files: Files,
  use: (given: FilesByInput) => Promise<void>,
): void {
  const given: FilesByInput = new Map(names.map(name => [name, (files[name] ?? []).map(restoreGivenFile)]));
  notify(
    'note',
    `${words[0].toUpperCase()}${words.slice(1)} ${names.length === 1 ? 'was' : 'were'} for the files before; these are read as they come.`,
    {
      label: names.length === 1 ? 'Use it here, too' : 'Use them here, too',
      act: () => void use(given),
    },
  );
}
