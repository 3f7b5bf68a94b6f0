/**
 * Statecharts and networks in the formats of other programs: SCXML, XState, Mermaid and Graphviz; edge lists, GEXF, GraphML,
 * GML, Pajek and others. Entry `statescope/formats`.
 */

export { InputError, InputErrors } from '../engine/core/errors.ts';
export { createNetwork } from '../engine/embedding/createNetwork.ts';
export type { Network } from '../engine/network/network.ts';
export type { ChartReading, Implementations } from '../engine/statechart/formats/implementations.ts';
export { CHART_FORMATS } from '../engine/statechart/formats/index.ts';
export {
  parseChartJson,
  readChart,
  readJsonChart,
  readMermaidChart,
  readXStateChart,
} from './chartReaders.ts';
export {
  serializeChart,
  writeChart,
  writeGraphviz,
  writeMermaidChart,
  writeXStateConfig,
} from './chartWriters.ts';
export { generateNetwork } from './generateNetwork.ts';
export { readNetwork } from './readNetwork.ts';
export { readScxml, writeScxml } from './scxml.ts';
