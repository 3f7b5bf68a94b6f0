import { describeUnexpectedKind } from '../../engine/files/detectFileKind.ts';
import type { OwnInput } from '../../engine/setup/config.ts';
import { addIndefiniteArticle } from '../lib/formatCounts.ts';
import { getModelAppearance } from '../model/getModelAppearance.ts';
import type { ModelAppearance } from '../model/modelAppearance.ts';
import type { PageModel } from '../model/pageModel.ts';
import { findModelPlugin, listPageModels, loadModelPlugin } from '../model/registered.ts';
import type { KnownFile } from '../state/fileKinds.ts';

/** Purpose of a file: the network, an input of the model's own, the run to play again, one that was kept, a language model. */
type FilePurpose = 'network' | 'run' | 'kept' | 'model' | OwnInput;

/** Files, each at its place. */
interface SortedFiles {
  /** Files of the network and of the model's own inputs. */
  readonly inputs: ReadonlyMap<'network' | OwnInput, readonly File[]>;
  readonly run: File | null;
  readonly model: File | null;
  /** A run that another browser has kept. */
  readonly kept: File | null;
  /** A line for each file that has no place. */
  readonly misfits: string[];
}

type AcceptedInputs = Pick<ModelAppearance, 'inputs' | 'inputOf' | 'takes'>;

/**
 * Sorts files by the inputs of a model.
 * @param meant the input that they were chosen for; files that do not fit it are sorted like all others
 * @throws Error, in one line, if two files claim a place for one
 */
export function sortDroppedFiles(
  files: readonly KnownFile[],
  look: AcceptedInputs,
  meant?: OwnInput,
): SortedFiles {
  const places = new Map<FilePurpose, File[]>();
  const misfits: string[] = [];
  for (const known of files) {
    const purpose = findFilePurpose(known, files, look, meant);
    if (purpose === null) misfits.push(describeMisfitFile(known));
    else places.set(purpose, [...(places.get(purpose) ?? []), known.file]);
  }
  for (const [purpose, claimed] of places) checkInputCapacity(purpose, claimed, look);
  const {
    run = null,
    model = null,
    kept = null,
  } = Object.fromEntries([...places].map(([key, [file]]) => [key, file]));
  places.delete('run');
  places.delete('model');
  places.delete('kept');
  if (misfits.length > 0)
    misfits.push(
      `Files that can be opened here: ${look.takes}, a run document, or a language model (.gguf). ${describeOtherModels(look)}`,
    );
  return { inputs: places, run, model, kept, misfits };
}

/** "Networks, workflows and traces of agents open a model of their own." */
function describeOtherModels(look: AcceptedInputs): string {
  const words = listPageModels().flatMap(({ name, reads }) =>
    reads && findModelPlugin(name)?.look !== look ? [reads.words] : [],
  );
  const listed = `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
  return `${listed[0].toUpperCase()}${listed.slice(1)} open a model of their own.`;
}

/** "b.csv looks like a table (CSV); networks are for model Social." */
function describeMisfitFile({ file, kind }: KnownFile): string {
  const other = listPageModels().find(({ reads }) => reads && isReadAs(reads.form, kind.form));
  const where = other?.reads && `; ${other.reads.words} are for model ${other.choice.label}`;
  return `${describeUnexpectedKind(file.name, kind)}${where ?? ''}.`;
}

/** True if a model that reads files of a form reads one of another; a table of edges is a network. */
const isReadAs = (read: string, form: string): boolean =>
  read === form || (read === 'table' && form === 'network') || (read === 'trace' && form === 'packed');

/**
 * The model that opens a run of its own from files that another has no use for: of several the one that leaves the fewest out;
 * null for none.
 */
export async function findReadingModel(files: readonly KnownFile[]): Promise<PageModel | null> {
  const able = listPageModels().filter(
    ({ reads }) => reads && files.some(({ kind }) => isReadAs(reads.form, kind.form)),
  );
  if (able.length < 2) return able[0] ?? null;
  await Promise.all(able.map(({ name }) => loadModelPlugin(name)));
  const countUnused = ({ name }: PageModel) =>
    files.filter(file => findFilePurpose(file, files, getModelAppearance(name)) === null).length;
  return able.toSorted((a, b) => countUnused(a) - countUnused(b))[0];
}

function findFilePurpose(
  known: KnownFile,
  all: readonly KnownFile[],
  { inputs, inputOf }: AcceptedInputs,
  meant?: OwnInput,
): FilePurpose | null {
  const { form } = known.kind;
  if (form === 'run' || form === 'model' || form === 'kept') return form;
  if (form === 'empty' || form === 'none') return null;
  const fits = inputs.find(({ name }) => name === meant)?.fits.pattern.test(known.file.name);
  if (meant !== undefined && fits) return meant;
  if (inputOf) return inputOf(known, all);
  return form === 'network' || form === 'text' || form === 'table' ? 'network' : null;
}

const NOUNS: Readonly<Record<string, string>> = {
  network: 'network',
  run: 'run document',
  kept: 'saved run',
  model: 'language model',
};

/** @throws Error that names the files of which there is room for one. */
function checkInputCapacity(purpose: FilePurpose, files: readonly File[], { inputs }: AcceptedInputs): void {
  const input = inputs.find(({ name }) => name === purpose);
  if (files.length < 2 || (input && input.from !== 'file')) return;
  const names = files.map(({ name }) => name);
  const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const noun = addIndefiniteArticle(input?.noun ?? NOUNS[purpose] ?? purpose);
  throw new Error(`${listed}: each is ${noun}, and there is room for one`);
}
