import * as z from '../../../core/zod.ts';
import { type DocumentPart, readCompletedAnswer } from '../../../export/documentPart.ts';
import { buildDocumentSchema, inputSchema } from '../../../export/documentSchema.ts';
import { EXAMPLE_DIGESTS, type Example } from '../workflowTerms.ts';
import {
  workflowAttributes,
  workflowDecision,
  workflowLine,
  workflowSections,
} from './workflowDocumentSchema.ts';

/** Schema of a whole run document of this model. */
export const workflowDocumentSchema = buildDocumentSchema({
  config: { model: z.literal('workflow'), network: z.null(), workflow: inputSchema },
  context: 'decision',
  attributes: workflowAttributes,
  sections: workflowSections,
});
/** A parsed run document of this model. */
export type WorkflowDocument = z.infer<typeof workflowDocumentSchema>;

const recordedWorkflowSchema = z.object({
  config: z.object({ workflow: inputSchema }),
  workflow: z.optional(z.array(workflowLine)),
});

/** The model's part of the run document. */
export const workflowRecord: DocumentPart = {
  schema: workflowDocumentSchema,
  hashedSince: 2,
  readDecision(parse, row) {
    const { agent_id, tick, ...rest } = parse(workflowDecision, row);
    const { outcome, failure, result } = rest;
    const why = outcome === 'done' ? null : result;
    return { agent_id, tick, decision: readCompletedAnswer({ ...rest, kind: failure ?? outcome, why }) };
  },
  // A text that belongs to a preset other than the run's was supplied by the user.
  isBundled: (_, { sha256 }, preset) => sha256 === EXAMPLE_DIGESTS[preset as Example],
  heldIn: 'workflow',
  /** The document keeps the text whole, so that it can be replayed by itself. */
  filesIn(parse, document) {
    const { config, workflow: lines } = parse(recordedWorkflowSchema, document);
    if (lines === undefined) return {};
    const text = lines.map(line => line.text).join('\n');
    return { workflow: [{ name: config.workflow.name, bytes: new TextEncoder().encode(text) }] };
  },
};
