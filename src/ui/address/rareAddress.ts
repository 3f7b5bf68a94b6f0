/** Reads what few addresses have; loaded with the first that has it. */

export { whenPlayed } from '../store/whenPlayed.ts';
export { lookAt } from './lookAt.ts';
export { problemsTold } from './problems.ts';
export { branchOfSetup, readBranch } from './readBranch.ts';
export { readLooking } from './readLooking.ts';
export { readOracle } from './readOracle.ts';
export { readParameters } from './readParameters.ts';
