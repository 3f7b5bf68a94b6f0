import * as z from '../../../core/zod.ts';
import type { DocumentPart, RecordedAnswer } from '../../../export/documentPart.ts';
import { buildDocumentSchema, inputSchema, networkSchema } from '../../../export/documentSchema.ts';
import { type BundledChart, CHART_DIGESTS } from '../bundledCharts.ts';
import {
  type ChartDecisionRecord,
  chartAttributes,
  chartDecision,
  chartLine,
  chartSections,
} from './chartDocumentSchema.ts';

/** Schema of a whole run document of this model. */
const chartDocumentSchema = buildDocumentSchema({
  config: { model: z.literal('chart'), network: networkSchema, chart: inputSchema },
  context: 'context',
  attributes: chartAttributes,
  sections: chartSections,
});

const recordedChartSchema = z.object({
  config: z.object({ chart: inputSchema }),
  chart: z.optional(z.array(chartLine)),
});

/** The model's part of the run document. */
export const chartRecord: DocumentPart = {
  schema: chartDocumentSchema,
  hashedSince: 2,
  readDecision(parse, row) {
    const decision = parse(chartDecision, row);
    return { agent_id: decision.agent_id, tick: decision.tick, decision: readChartAnswer(decision) };
  },
  isBundled: (_, { sha256 }, preset) => sha256 === CHART_DIGESTS[preset as BundledChart],
  heldIn: 'chart',
  filesIn(parse, document) {
    const { config, chart: lines } = parse(recordedChartSchema, document);
    if (lines === undefined) return {};
    const text = lines.map(line => line.text).join('\n');
    return { chart: [{ name: config.chart.name, bytes: new TextEncoder().encode(text) }] };
  },
};

/** Reads an answer back. */
function readChartAnswer(row: ChartDecisionRecord): RecordedAnswer {
  const { source, action, probabilities, reason, model, prompt_version, form, letter_mass, raw, situation } =
    row;
  return {
    source,
    action,
    probabilities,
    ...(reason !== undefined && { reason }),
    evidence: {
      ...(model !== undefined && { model }),
      ...(prompt_version !== undefined && { promptVersion: prompt_version }),
      ...(form !== undefined && { form }),
      ...(letter_mass !== undefined && { mass: letter_mass }),
      ...(raw !== undefined && { raw }),
      ...(situation !== undefined && { told: situation }),
    },
  };
}
