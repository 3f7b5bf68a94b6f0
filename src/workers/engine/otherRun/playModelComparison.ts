import { InputError } from '../../../engine/core/errors.ts';
import type { Files } from '../../../engine/files/namedFile.ts';
import { getAgentModelEntry } from '../../../engine/models/index.ts';
import { createRun, type Loaded } from '../../../engine/models/openRun.ts';
import type { Oracle } from '../../../engine/oracle/oracle.ts';
import type { ComparisonBench } from '../../../engine/run/modelComparison.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { Setup } from '../../../engine/setup/config.ts';
import type { ModelOracle } from '../../../oracles/model/modelOracle.ts';
import { createTimeSlicer } from '../../shared/pace.ts';

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

/** An oracle that is ready for a run, with the parts that only a language model has. */
export interface Deciding {
  readonly oracle: Oracle;
  readonly model: ModelOracle | null;
  /** True if the model runs in this browser. */
  readonly isLocal: boolean;
  /** Aborts requests other than those of the run. */
  readonly beside: AbortController;
}

/** Makes what decides in a run; `Decider` does. */
interface DecidingMaker {
  /** @param files what the run was made from */
  decide(run: Run, setup: Setup, files: Files): Promise<Deciding>;
}
