/** Code that a run without a language model does not need; loaded on demand. */

export { checkModelFileSource, checkOracleSetup } from '../../../engine/oracle/checkOracleSetup.ts';
export { createSystemEnvironment } from '../../../oracles/client/environment.ts';
export { estimateModelUsage } from '../../../oracles/client/estimateModelUsage.ts';
export type { LocalModels } from '../../../oracles/local/localModelContract.ts';
export { createOracleForRun } from '../../../oracles/model/createOracleForRun.ts';
export { ModelOracle } from '../../../oracles/model/modelOracle.ts';
export { findRecordedLimits } from '../../../oracles/recording/buildModelRecord.ts';
export type { Recording } from '../../../oracles/recording/recording.ts';
export { type RunFile, readRecordingFile } from '../../../oracles/recording/runFile.ts';
export { ModelWorlds } from '../worlds/modelWorlds.ts';
export { branchRunOff } from './branchRunOff.ts';
export { createModelSupervisor } from './createModelSupervisor.ts';
export { checkRecordedSheet, createResumedOracle, testServers, verifyRunDocument } from './documentReplay.ts';
export { listHandOvers } from './listHandOvers.ts';
export { measureGroupAnswers, measureOptionOrder, setModelLimits } from './measureAnswers.ts';
export { askTrialQuestion, buildTrialPrompt, dryRunQuestion } from './promptTrials.ts';
export { replayRecordedAnswers } from './replayRecordedAnswers.ts';
