/** Code that a run without a language model does not need; loaded on demand. */

export { checkOracle, checkSource } from '../engine/checkOracle.ts';
export { systemEnvironment } from '../oracles/environment.ts';
export { estimate } from '../oracles/estimate.ts';
export type { LocalModels } from '../oracles/local/contract.ts';
export { ModelOracle } from '../oracles/modelOracle.ts';
export { limitsIn } from '../oracles/modelRecord.ts';
export { oracleFor } from '../oracles/open.ts';
export type { Recording } from '../oracles/recording.ts';
export { type RunFile, recordingOf } from '../oracles/runFile.ts';
export { limit, measureArchetypes, measureOrder } from './asking.ts';
export { branchOff } from './branchOff.ts';
export { catchUp } from './catchUp.ts';
export { handOversOf } from './handOvers.ts';
export { resumed, testServers, verifyRead } from './lateDecider.ts';
export { modelSupervisor } from './modelWorker.ts';
export { ModelWorlds } from './modelWorlds.ts';
export { askOnce, dryRun, trialPrompt } from './trying.ts';
