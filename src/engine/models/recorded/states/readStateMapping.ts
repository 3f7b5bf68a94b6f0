import { InputError } from '../../../core/errors.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import * as z from '../../../core/zod.ts';
import { validateShape } from '../../../statechart/formats/shape.ts';
import { LOOKED_AT, type Mapping, OTHERWISE } from './mapping.ts';
import { MAPPINGS } from './presets.ts';
import { explainSlowExpression } from './slowExpression.ts';

const MAPPING = z.strictObject({
  name: z.string(),
  rules: z.array(
    z.strictObject({ on: z.enum(LOOKED_AT), match: z.string(), state: z.union([z.string(), z.null()]) }),
  ),
  strip: z.optional(z.string()),
  otherwise: z.enum(OTHERWISE),
});

/** UTF-16 units of an expression. */
const LONGEST_EXPRESSION = 1_000;

/** Those of the known mappings are sound. */
const KNOWN = new Set(Object.values(MAPPINGS).flatMap(({ strip }) => strip ?? []));

/** A mapping out of JSON. @throws InputError that names the rule and the place of the first mistake */
export function readStateMapping(json: unknown): Mapping {
  const mistakes: string[] = [];
  const mapping = validateShape(MAPPING, json, 'mapping', mistakes);
  if (mapping === undefined) throw new InputError(mistakes[0]);
  const name = `mapping “${formatQuotedText(mapping.name)}”`;
  if (mapping.strip !== undefined) checkRegularExpression(mapping.strip, `${name}, strip`);
  for (const [i, { match, state }] of mapping.rules.entries()) {
    checkRegularExpression(match, `${name}, rule ${i + 1}, match`);
    if (state?.trim() === '')
      throw new InputError(
        `${name}, rule ${i + 1} (“${formatQuotedText(match)}”): its state is empty; null ignores the step`,
      );
  }
  const { strip, ...others } = mapping;
  return { ...others, ...(strip !== undefined && { strip }) };
}

function checkRegularExpression(text: string, place: string): void {
  if (text.length > LONGEST_EXPRESSION)
    throw new InputError(`${place}: ${text.length} characters, at most ${LONGEST_EXPRESSION}`);
  try {
    new RegExp(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^.*: /, '') : 'not understood';
    throw new InputError(`${place}: “${formatQuotedText(text)}” is no regular expression: ${why}`, { cause });
  }
  const slow = KNOWN.has(text) ? null : explainSlowExpression(text);
  if (slow !== null)
    throw new InputError(`${place}: “${formatQuotedText(text)}” ${slow}, which may take for ever`);
}
