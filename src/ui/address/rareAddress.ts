/** Reads what few addresses have; loaded with the first that has it. */

export { notifyWhenPlayed } from '../store/notifyWhenPlayed.ts';
export { addAddressPauses } from './addAddressPauses.ts';
export { applyAddressLooking } from './applyAddressLooking.ts';
export { describeProblemList } from './describeProblemList.ts';
export { readFragment } from './fragment.ts';
export { readBranchOrigin, restoreSetupBranch } from './readBranchOrigin.ts';
export { readCheckedParameters } from './readCheckedParameters.ts';
export { readLooking } from './readLooking.ts';
export { readOracleSetup } from './readOracleSetup.ts';
export { showAddressBranch } from './showAddressBranch.ts';
