/** Reads what few addresses have; loaded with the first that has it. */

export { notifyWhenPlayed } from '../store/whenPlayed.ts';
export { applyAddressLooking } from './lookAt.ts';
export { describeProblemList } from './problems.ts';
export { readBranchOrigin, restoreSetupBranch } from './readBranch.ts';
export { readLooking } from './readLooking.ts';
export { readOracleSetup } from './readOracle.ts';
export { readCheckedParameters } from './readParameters.ts';
