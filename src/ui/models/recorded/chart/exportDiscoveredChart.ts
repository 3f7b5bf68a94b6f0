import { discoverChart } from '../../../../engine/models/recorded/discovery/discoverChart.ts';
import { CHART_FORMATS } from '../../../../engine/statechart/formats/index.ts';
import { downloadFile } from '../../../controls/downloadFile.ts';
import { getRecordingSetStem, joinFileNameParts } from '../../../files/getRecordingSetStem.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getRecordedPart } from '../recordedPart.ts';
import { getCurrentLeftOut } from './getDrawnChartPart.ts';

const FILES = {
  scxml: ['scxml', 'application/scxml+xml'],
  mermaid: ['mmd', 'text/plain'],
  graphviz: ['dot', 'text/vnd.graphviz'],
  json: ['json', 'application/json'],
} as const;

/** Hands the part of the discovered chart that is drawn to the browser's downloads. */
export function exportDiscoveredChart(state: PageState, format: keyof typeof FILES): void {
  const { flow } = getRecordedPart(state);
  const writer = CHART_FORMATS.find(({ name }) => name === format);
  if (flow === null || writer === undefined) return;
  const { text, notes } = writer.write(discoverChart(flow.graph, getCurrentLeftOut(state)).chart);
  for (const note of notes) state.notify('note', note);
  const [ending, type] = FILES[format];
  downloadFile(`${joinFileNameParts('discovered', getRecordingSetStem(state))}.${ending}`, [text], type);
}
