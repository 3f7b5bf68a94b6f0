import type { Bench } from '../engine/comparison.ts';
import { InputError } from '../engine/errors.ts';
import { modelNamed } from '../engine/models/index.ts';
import { createRun, type Loaded } from '../engine/open.ts';
import type { Run } from '../engine/run.ts';
import type { Deciding } from './deciding.ts';
import { breathe } from './pace.ts';

/**
 * The comparison of a run's model, played beside it: by the policy, or with the answers that the run got.
 * @throws InputError for a model without a comparison, or answers that do not suffice
 */
export async function compareBeside(run: Run, loaded: Loaded, deciding: Deciding): Promise<unknown> {
  const { name } = run.model;
  const comparison = await modelNamed(name).comparison?.();
  if (comparison === undefined) throw new InputError(`model ${name} has nothing to compare`);
  const rested = breathe();
  const bench: Bench = {
    run: part =>
      createRun({ ...loaded, setup: { ...run.config, parameters: { ...run.config.parameters, ...part } } }),
    oracleOf: other => other.policy,
    async rest() {
      await rested();
      deciding.beside.signal.throwIfAborted();
    },
  };
  if (deciding.oracle === run.policy && run.earlierOracles.length === 0) return comparison.compare(bench);
  if (comparison.compareWith === undefined)
    throw new InputError('these answers cannot be compared: ask the built-in policy');
  return comparison.compareWith(run, bench);
}
