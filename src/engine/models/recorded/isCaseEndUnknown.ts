import type { TraceCase } from '../../traces/traces.ts';

/** True if nothing says that a case has ended. */
export const isCaseEndUnknown = ({ outcome, end, isClosed }: TraceCase): boolean =>
  outcome === null && end === null && isClosed !== true;
