import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import * as z from '../core/zod.ts';
import { pickFirstMistake, validateShape } from '../statechart/formats/shape.ts';
import { isPatternEndless } from './compilePattern.ts';
import { isKnownPattern } from './createStateMapper.ts';
import { MAPPINGS } from './knownMappings.ts';
import { MAPPED_FIELDS, type Mapping, OTHERWISE } from './mapping.ts';

const mappingSchema = z.strictObject({
  name: z.string(),
  rules: z.array(
    z.strictObject({ on: z.enum(MAPPED_FIELDS), match: z.string(), state: z.union([z.string(), z.null()]) }),
  ),
  strip: z.optional(z.string()),
  otherwise: z.enum(OTHERWISE),
});

/** Shape of a mapping in full, or of the name of a known one. */
export const mappingOrPresetSchema = z.union([
  z.strictObject({ preset: z.enum(Object.keys(MAPPINGS)) }),
  mappingSchema,
]);

/** A mapping out of JSON, by its name (`{"preset": "tau"}`) or in full. @throws InputError for an unknown name or a mistake */
export function readMappingOrPreset(json: unknown): Mapping {
  const preset = typeof json === 'object' && json !== null && 'preset' in json ? json.preset : undefined;
  if (preset === undefined) return readStateMapping(json);
  if (typeof preset === 'string' && Object.hasOwn(MAPPINGS, preset)) return MAPPINGS[preset];
  throw new InputError(
    `preset ${formatQuotedText(JSON.stringify(preset))} is unknown; there are ${Object.keys(MAPPINGS).join(', ')}`,
  );
}

/** UTF-16 units of an expression. */
const MAX_EXPRESSION_LENGTH = 1_000;

/** A mapping out of JSON. @throws InputError that names the rule and the place of the first mistake */
export function readStateMapping(json: unknown): Mapping {
  const mistakes: string[] = [];
  const mapping = validateShape(mappingSchema, json, 'mapping', mistakes);
  if (mapping === undefined) throw new InputError(pickFirstMistake(mistakes));
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

/** Checks a regular expression. @throws InputError naming the place, if it cannot be read or may take for ever */
export function checkRegularExpression(text: string, place: string): void {
  if (text.length > MAX_EXPRESSION_LENGTH)
    throw new InputError(`${place}: ${text.length} characters, at most ${MAX_EXPRESSION_LENGTH}`);
  try {
    new RegExp(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^.*: /, '') : 'not understood';
    throw new InputError(`${place}: “${formatQuotedText(text)}” is not a regular expression: ${why}`, {
      cause,
    });
  }
  if (!isKnownPattern(text) && isPatternEndless(text))
    throw new InputError(
      `${place}: “${formatQuotedText(text)}” may take for ever, since it looks ahead or behind, repeats a group by its number, or counts above 1,000, among many repetitions: write it without`,
    );
}
