import * as z from '../../../core/zod.ts';
import { type DocumentPart, readCompletedAnswer } from '../../../export/documentPart.ts';
import { buildDocumentSchema, inputSchema } from '../../../export/documentSchema.ts';
import { HANDBOOK } from '../inputs/corpus.ts';
import { BUILT_IN_MISSIONS } from '../inputs/missions.ts';
import { governedAttributes, governedDecision, governedSections } from './governedDocumentSchema.ts';

/** Schema of a whole run document of this model. */
export const governedDocumentSchema = buildDocumentSchema({
  config: { model: z.literal('governed'), network: z.null(), corpus: inputSchema, missions: inputSchema },
  context: 'decision',
  attributes: governedAttributes,
  sections: governedSections,
});
/** A parsed run document of this model. */
export type GovernedDocument = z.infer<typeof governedDocumentSchema>;

/** The model's part of the run document. */
export const governedRecord: DocumentPart = {
  schema: governedDocumentSchema,
  hashedSince: 2,
  readDecision(parse, row) {
    const { agent_id, tick, ...rest } = parse(governedDecision, row);
    return { agent_id, tick, decision: readCompletedAnswer({ ...rest, why: rest.refused }) };
  },
  // No file can have the handbook's name.
  isBundled: (input, { name, sha256 }) =>
    input === 'corpus' ? name === HANDBOOK : sha256 === BUILT_IN_MISSIONS.sha256,
};
