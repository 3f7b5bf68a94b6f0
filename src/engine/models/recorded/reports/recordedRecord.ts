import { encodeUtf8 } from '../../../core/encodeUtf8.ts';
import { InputError } from '../../../core/errors.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import * as z from '../../../core/zod.ts';
import type { DocumentPart } from '../../../export/documentPart.ts';
import { buildDocumentSchema, inputSchema } from '../../../export/documentSchema.ts';
import { checkHeldTexts, UNCHECKED_TEXTS } from '../reading/checkHeldTexts.ts';
import { formatHeldFileName } from '../reading/held.ts';
import { EXAMPLE_DIGESTS, type ExampleSet } from '../recordedTerms.ts';
import { caseAttributes, OWN_TEXTS, type OwnText, recordedSections } from './recordedDocumentSchema.ts';

/** Schema of a whole run document of this model. */
const recordedDocumentSchema = buildDocumentSchema({
  config: {
    model: z.literal('recorded'),
    network: z.null(),
    traces: inputSchema,
    mapping: z.optional(inputSchema),
    given: z.optional(inputSchema),
    reading: z.optional(inputSchema),
  },
  context: 'step',
  attributes: caseAttributes,
  sections: recordedSections,
});

const named = z.optional(z.object({ name: z.string() }));
const recordedTracesSchema = z.object({
  config: z.object({ traces: z.object({ name: z.string() }), mapping: named, given: named, reading: named }),
  inputs: z.optional(recordedSections.inputs),
});

/** The model's part of the run document. */
export const recordedRecord: DocumentPart = {
  schema: recordedDocumentSchema,
  hashedSince: 3,
  readDecision(_, row) {
    throw new InputError(
      `a recorded run has no decisions, and here is one: ${formatQuotedText(String(JSON.stringify(row)))}`,
    );
  },
  isBundled: (input, { sha256 }, preset) =>
    input === 'traces' && sha256 === EXAMPLE_DIGESTS[preset as ExampleSet],
  unchecked: UNCHECKED_TEXTS,
  checkHeld: ({ traces = [] }) =>
    checkHeldTexts(
      traces.flatMap(({ bytes }) => new TextDecoder().decode(bytes).split('\n')).filter(Boolean),
    ),
  heldIn: 'inputs',
  filesIn(parse, document) {
    const { config, inputs } = parse(recordedTracesSchema, document);
    if (inputs === undefined) return {};
    const cases = inputs.flatMap(row => (row.input === 'traces' ? [JSON.stringify(row)] : []));
    const textOf = (input: OwnText) =>
      inputs.flatMap(row => (row.input === input ? [row.text] : [])).join('\n');
    const own = OWN_TEXTS.filter(input => config[input] !== undefined);
    return {
      traces: [{ name: formatHeldFileName(config.traces.name), bytes: encodeUtf8(cases.join('\n')) }],
      ...Object.fromEntries(
        own.map(input => [input, [{ name: config[input]?.name ?? input, bytes: encodeUtf8(textOf(input)) }]]),
      ),
    };
  },
};
