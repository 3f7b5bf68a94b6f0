/** What reports on a run beyond its frames; loaded when it is first asked for. */

export { getAgentDetail } from '../../engine/explain/inspector.ts';
export { createHistoryFile } from '../../engine/export/buildAgentHistory.ts';
export { estimateDocumentSize, serializeRunDocument, writeDocument } from './documentParts.ts';
export { playModelComparison } from './otherRun/compareBeside.ts';
export { readEventPage, writeEventFile } from './reading/eventLog.ts';
export { buildPopulationReport } from './reading/populationReport.ts';
export { computeSortKeys } from './reading/sortKeys.ts';
export { explainAgentAtTick } from './reading/whyAt.ts';
