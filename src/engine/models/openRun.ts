import { checkAgentCount, checkLoadedSize, checkPlannedSize } from '../checks/checkRunSize.ts';
import { checkSetup, resolveRunConfig } from '../checks/setup.ts';
import { createLoadErrorHandler } from '../core/errors.ts';
import { areSameFiles } from '../files/pieces.ts';
import type { Material, Model, ModelSources } from '../model/model.ts';
import { Run } from '../run/run.ts';
import type { Setup } from '../setup/config.ts';
import { getAgentModelEntry } from './index.ts';

/** A model with its inputs, loaded once; any number of runs can be made from it. */
export interface Loaded {
  readonly setup: Setup;
  readonly files: ModelSources['files'];
  readonly model: Model;
  readonly material: Material;
}

/** The checks of a decider other than the policy, which most runs do without. */
const loadOracleChecks = () =>
  import('../oracle/checkOracleSetup.ts').catch(createLoadErrorHandler('language models'));

/** The checks of changes, of which most runs have none. */
const loadChangeChecks = () => import('../checks/checkChange.ts').catch(createLoadErrorHandler('changes'));

/**
 * Loads what a set-up names. Inputs present in `before` are not loaded again.
 * @throws InputError for anything in it that the user can mend; TooLarge for more memory than is taken unasked.
 */
export async function loadSetup(
  setup: Setup,
  sources: ModelSources,
  before: Loaded | null = null,
): Promise<Loaded> {
  const known = await getAgentModelEntry(setup.model)
    .model()
    .catch(createLoadErrorHandler(`model ${setup.model}`));
  const model = (await known.addDeclared?.(known, setup, sources.files)) ?? known;
  checkSetup(setup, model);
  if (setup.oracle.kind !== 'policy') (await loadOracleChecks()).checkOracleSetup(setup.oracle);
  if (setup.changes.length > 0) {
    const { checkChange } = await loadChangeChecks();
    for (const change of setup.changes) checkChange(model, change);
  }
  checkAgentCount(setup, model);
  const { files, isLarge = false } = sources;
  if (!isLarge) checkPlannedSize(setup, model);
  if (before !== null && canReuseInputs(before, { setup, files, model })) {
    if (!isLarge) checkLoadedSize(setup, model, before.material);
    return { ...before, setup };
  }
  const material = await model.load(setup, sources);
  if (!isLarge) checkLoadedSize(setup, model, material);
  return { setup, files, model, material };
}

/** A run before its warm-up. */
export function createRun({ setup, model, material }: Loaded): Run {
  return new Run(model, resolveRunConfig(setup, model, material), material.inputs);
}

/** Loads the inputs and makes the run. @throws InputError */
export async function openRun(setup: Setup, sources: ModelSources) {
  const loaded = await loadSetup(setup, sources);
  return { run: createRun(loaded), loaded, notes: loaded.material.notes };
}

type ReusableParts = Pick<Loaded, 'setup' | 'files' | 'model'>;

function canReuseInputs(before: ReusableParts, { setup, files, model }: ReusableParts): boolean {
  if (before.model.name !== model.name) return false;
  const names = new Set([...Object.keys(before.files), ...Object.keys(files)]);
  if (![...names].every(name => areSameFiles(before.files[name], files[name]))) return false;
  const [a, b] = [before.setup, setup].map(part => JSON.stringify(model.loadsBy(part)));
  return a === b;
}
