import * as z from '../../../core/zod.ts';
import { type DocumentPart, readCompletedAnswer } from '../../../export/documentPart.ts';
import { buildDocumentSchema, inputSchema } from '../../../export/documentSchema.ts';
import { BUILT_IN_TASKS } from '../librarianTerms.ts';
import { librarianAttributes, librarianDecision, librarianSections } from './librarianDocumentSchema.ts';

/** Schema of a whole run document of this model. */
export const librarianDocumentSchema = buildDocumentSchema({
  config: {
    model: z.literal('librarian'),
    network: z.null(),
    source: inputSchema,
    memory: z.optional(inputSchema),
    config: z.optional(inputSchema),
  },
  context: 'decision',
  attributes: librarianAttributes,
  sections: librarianSections,
});
/** A parsed run document of this model. */
export type LibrarianDocument = z.infer<typeof librarianDocumentSchema>;

/** The model's part of the run document. */
export const librarianRecord: DocumentPart = {
  schema: librarianDocumentSchema,
  hashedSince: 2,
  readDecision(parse, row) {
    const { agent_id, tick, ...rest } = parse(librarianDecision, row);
    return { agent_id, tick, decision: readCompletedAnswer({ ...rest, why: rest.error }) };
  },
  // No file can have the name of the bundled texts.
  isBundled: (input, { name }) => input === 'source' && name === BUILT_IN_TASKS,
};
