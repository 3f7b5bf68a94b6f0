import * as z from '../../../core/zod.ts';
import type { DocumentPart, RecordedAnswer } from '../../../export/documentPart.ts';
import { buildDocumentSchema, networkSchema } from '../../../export/documentSchema.ts';
import {
  type DecisionRecord,
  socialAttributes,
  socialDecision,
  socialSections,
} from './socialDocumentSchema.ts';

/** Schema of a whole run document of this model. */
export const socialDocumentSchema = buildDocumentSchema({
  config: { model: z.literal('social'), network: networkSchema },
  context: 'post',
  attributes: socialAttributes,
  sections: socialSections,
});
/** A parsed run document of this model. */
export type SocialDocument = z.infer<typeof socialDocumentSchema>;

/** The model's part of the run document. */
export const socialRecord: DocumentPart = {
  schema: socialDocumentSchema,
  hashedSince: 1,
  readDecision(parse, row) {
    const decision = parse(socialDecision, row);
    return { agent_id: decision.agent_id, tick: decision.tick, decision: readSocialAnswer(decision) };
  },
  isBundled: () => false,
};

/** Reads an answer back; what the policy's formula gives is not kept, since it can be recomputed. */
function readSocialAnswer(row: DecisionRecord): RecordedAnswer {
  const { source, action, probabilities, text, reason } = row;
  const computed = source === 'policy' || source === 'budget';
  const { model, prompt_version, form, texts, raw, letter_mass, archetype_probabilities } = row;
  return {
    source,
    action,
    probabilities: computed ? null : probabilities,
    ...(text !== undefined && { text }),
    ...(reason !== undefined && { reason }),
    evidence: {
      ...(model !== undefined && { model }),
      ...(prompt_version !== undefined && { promptVersion: prompt_version }),
      ...(form !== undefined && { form }),
      ...(texts !== undefined && { texts }),
      ...(raw !== undefined && { raw }),
      ...(letter_mass !== undefined && { mass: letter_mass }),
      ...(archetype_probabilities && { shared: Object.values(archetype_probabilities) }),
    },
  };
}
