import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import type * as z from '../../engine/core/zod.ts';
import type { Parse } from '../../engine/export/documentPart.ts';

/** A value of the user's, on one line. */
export const formatJsonLine = (value: unknown): string =>
  formatQuotedText(JSON.stringify(value) ?? 'nothing', 60);

/** Parses the value at a place in the document. @throws InputError naming the file and the place. */
export const createPlaceParser =
  (name: string, place: string): Parse =>
  (schema, value) => {
    const result = schema.safeParse(value);
    if (result.success) return result.data as z.infer<typeof schema>;
    const { path } = result.error.issues[0];
    const at = [place, ...path.map(String)].filter(part => part !== '').join('.');
    throw new InputError(
      `${name} was changed or damaged: ${formatJsonLine(getValueAtPath(value, path))} cannot stand at ${formatQuotedText(at)}`,
    );
  };

const getValueAtPath = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
