/** Statecharts as SCXML, read and written. Entry `statescope/scxml`. */
export type { ChartReading } from '../engine/statechart/formats/implementations.ts';
export { readScxml } from '../engine/statechart/scxml/readScxml.ts';
export { writeScxml } from '../engine/statechart/scxml/writeScxml.ts';
