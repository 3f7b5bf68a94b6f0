import type { Files } from '../../../engine/files/namedFile.ts';
import type { Oracle } from '../../../engine/oracle/oracle.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { Setup } from '../../../engine/setup/config.ts';
import type { ModelOracle } from '../../../oracles/model/modelOracle.ts';

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
export interface DecidingMaker {
  /** @param files what the run was made from */
  decide(run: Run, setup: Setup, files: Files): Promise<Deciding>;
}
