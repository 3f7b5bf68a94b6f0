/** What reports on a run beyond its frames; loaded when it is first asked for. */

export { getAgentDetail } from '../../engine/explain/inspector.ts';
export { createHistoryFile } from '../../engine/export/buildAgentHistory.ts';
export { documentParts, estimateDocumentSize, writeDocument } from './documentParts.ts';
export { compareBeside } from './otherRun/compareBeside.ts';
export { eventFile, eventPage } from './reading/eventLog.ts';
export { populationReport } from './reading/populationReport.ts';
export { sortKeys } from './reading/sortKeys.ts';
export { whyAt } from './reading/whyAt.ts';
