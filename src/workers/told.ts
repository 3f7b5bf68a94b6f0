/** What is told of a run beside its frames; loaded when it is first asked for. */

export { historyFile } from '../engine/export/agentHistory.ts';
export { agentDetail } from '../engine/inspector.ts';
export { compareBeside } from './compareBeside.ts';
export { documentParts, estimatedSize, writeDocument } from './documentParts.ts';
export { eventFile, eventPage } from './eventLog.ts';
export { populationReport } from './populationReport.ts';
export { sortKeys } from './sortKeys.ts';
export { whyAt } from './whyAt.ts';
