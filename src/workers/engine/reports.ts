/** Reports on a run beyond its frames; loaded at the first request. */

export { getAgentDetail } from '../../engine/explain/getAgentDetail.ts';
export { createHistoryFile } from '../../engine/export/buildAgentHistory.ts';
export { playModelComparison } from './otherRun/playModelComparison.ts';
export { buildPopulationReport } from './reading/buildPopulationReport.ts';
export { computeSortKeys } from './reading/computeSortKeys.ts';
export { readEventPage, writeEventFile } from './reading/eventLog.ts';
export { explainAgentAtTick } from './reading/explainAgentAtTick.ts';
export { estimateDocumentSizes, serializeRunDocument, writeDocument } from './serializeRunDocument.ts';
