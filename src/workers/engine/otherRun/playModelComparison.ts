import { InputError } from '../../../engine/core/errors.ts';
import { getAgentModelEntry } from '../../../engine/models/index.ts';
import { createRun, type Loaded } from '../../../engine/models/openRun.ts';
import type { ComparisonBench } from '../../../engine/run/modelComparison.ts';
import type { Run } from '../../../engine/run/run.ts';
import { createTimeSlicer } from '../../shared/pace.ts';
import type { Deciding, DecidingMaker } from '../deciding/deciding.ts';

/**
 * The comparison of a run's model: played by the policy, or, if a language model decides, against the run itself, with
 * the same model asked for the counterpart.
 * @throws InputError for a model without a comparison, or a run whose oracle cannot answer another one.
 */
export async function playModelComparison(
  run: Run,
  loaded: Loaded,
  deciding: Deciding,
  decider: DecidingMaker,
): Promise<unknown> {
  const { name } = run.model;
  const comparison = await getAgentModelEntry(name).comparison?.();
  if (comparison === undefined) throw new InputError(`model ${name} has nothing to compare`);
  const rested = createTimeSlicer();
  const isPolicy = deciding.oracle === run.policy;
  const bench: ComparisonBench = {
    run: part =>
      createRun({ ...loaded, setup: { ...run.config, parameters: { ...run.config.parameters, ...part } } }),
    oracleOf: async other =>
      isPolicy ? other.policy : (await decider.decide(other, run.config, loaded.files)).oracle,
    async rest() {
      await rested();
      deciding.beside.signal.throwIfAborted();
    },
  };
  if (run.earlierOracles.length > 0)
    throw new InputError('more than one oracle has decided in this run: nothing can be compared with it');
  if (isPolicy) return comparison.compare(bench);
  if (comparison.compareWith === undefined || run.config.oracle.kind === 'replay')
    throw new InputError('these answers cannot be compared: ask the built-in policy');
  return comparison.compareWith(run, bench);
}
