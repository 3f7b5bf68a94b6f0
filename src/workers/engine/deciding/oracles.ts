/** Code that a run without a language model does not need; loaded on demand. */

export { checkModelFileSource, checkOracleSetup } from '../../../engine/oracle/checkOracleSetup.ts';
export { systemEnvironment } from '../../../oracles/client/environment.ts';
export { estimate } from '../../../oracles/client/estimate.ts';
export type { LocalModels } from '../../../oracles/local/contract.ts';
export { ModelOracle } from '../../../oracles/model/modelOracle.ts';
export { oracleFor } from '../../../oracles/model/open.ts';
export { limitsIn } from '../../../oracles/recording/modelRecord.ts';
export type { Recording } from '../../../oracles/recording/recording.ts';
export { type RunFile, recordingOf } from '../../../oracles/recording/runFile.ts';
export { ModelWorlds } from '../worlds/modelWorlds.ts';
export { limit, measureArchetypes, measureOrder } from './asking.ts';
export { branchOff } from './branchOff.ts';
export { catchUp } from './catchUp.ts';
export { handOversOf } from './handOvers.ts';
export { resumed, testServers, verifyRead } from './lateDecider.ts';
export { modelSupervisor } from './modelWorker.ts';
export { askOnce, dryRun, trialPrompt } from './trying.ts';
