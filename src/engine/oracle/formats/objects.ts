import { jsonrepair } from 'jsonrepair';
import { cleanTextLine } from '../../core/cleanTextLine.ts';
import { MAX_JSON_DEPTH, measureJsonDepth, measureObjectExtent } from '../../core/json/jsonDepth.ts';

/** Most objects of one answer that are tried. */
const MAX_TRIED_OBJECTS = 16;
/** Deepest nesting that is repaired: quotation marks may hide the true depth. */
const MAX_NESTED_BRACKETS = 500;
/** Most quotation marks of a text that is repaired: the time grows quadratically. */
const MAX_QUOTES = 10_000;
/** Most characters that are repaired. */
const MAX_REPAIRED_LENGTH = 40_000;
const MAX_KEY_LENGTH = 100;

/** Why a text with a brace in it has no object that is read. */
const TOO_DEEP = `brackets more than ${MAX_JSON_DEPTH} deep`;

/** One object of an answer, and what had to be mended to read it. */
interface FoundObject {
  /** As the model wrote it. */
  readonly text: string;
  readonly fields: AnswerObject;
  readonly mended: readonly string[];
}

/**
 * The objects of a text in which a model was to give one as JSON, in order, however it has wrapped or broken
 * them.
 */
export function* findAnswerObjects(text: string): Generator<FoundObject> {
  const parts = findOutermostObjects(text);
  const whole = parts.filter(({ isInner }) => !isInner);
  for (const part of parts) {
    const parsed = parseOrRepairObject(part.text);
    if (parsed === null) continue;
    const place = describeObjectChoice(whole.length, whole.indexOf(part));
    yield {
      text: part.text,
      fields: parsed.value,
      mended: [...describeWrapping(text, part.text), ...place, ...parsed.mended],
    };
  }
}

/** Reason recorded for an answer without any brace. */
export const NO_OBJECT = 'no JSON object in it';

/** Reason why `objectsOf` finds nothing in a text; null if it finds something. */
export function explainMissingObject(text: string): string | null {
  const parts = findOutermostObjects(text);
  if (parts.length > 0)
    return parts.some(part => parseOrRepairObject(part.text) !== null) ? null : 'its JSON cannot be repaired';
  return text.includes('{') ? TOO_DEEP : NO_OBJECT;
}

/** A piece of text with its surroundings removed. */
const describeWrapping = (text: string, part: string): readonly string[] => {
  const around = text.replace(part, '').trim();
  if (around === '') return [];
  return /^`{3}\w*\s*`{3}$/.test(around) ? ['taken out of a fence'] : ['taken out of what stood around it'];
};

const describeObjectChoice = (count: number, taken: number): readonly string[] =>
  count > 1 && taken >= 0 ? [`object ${taken + 1} of ${count}`] : [];

interface ObjectCandidate {
  readonly text: string;
  /** True if it begins inside an object that never ends. */
  readonly isInner: boolean;
}

/**
 * The outermost `{…}` of a text, in order. One that never ends extends to the end of the text, and objects
 * inside it are tried as well: the brace may have been prose. Objects that nest too deeply are left out.
 */
function findOutermostObjects(text: string): readonly ObjectCandidate[] {
  const parts: ObjectCandidate[] = [];
  let isInner = false;
  let start = text.indexOf('{');
  while (start >= 0 && parts.length < MAX_TRIED_OBJECTS) {
    const { end, depth, isClosed } = measureObjectExtent(text, start);
    if (depth <= MAX_JSON_DEPTH) parts.push({ text: text.slice(start, end), isInner });
    isInner ||= !isClosed;
    start = text.indexOf('{', isClosed || depth > MAX_JSON_DEPTH ? end : start + 1);
  }
  return parts;
}

/** A parsed JSON object of unknown content. */
export type AnswerObject = Readonly<Record<string, unknown>>;

function parseOrRepairObject(
  part: string,
): { readonly value: AnswerObject; readonly mended: readonly string[] } | null {
  const whole = tryReadFields(() => JSON.parse(part));
  if (whole !== null) return { value: whole, mended: [] };
  if (part.length > MAX_REPAIRED_LENGTH) return null;
  if (part.split(/[[{]/).length > MAX_NESTED_BRACKETS || part.split(/["'`´‘’“”]/).length > MAX_QUOTES)
    return null;
  const repaired = tryReadFields(() => JSON.parse(jsonrepair(part)));
  return repaired && { value: repaired, mended: ['its JSON was repaired'] };
}

function tryReadFields(read: () => unknown): AnswerObject | null {
  try {
    const value = read();
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as AnswerObject)
      : null;
  } catch {
    return null;
  }
}

/** An object's own property; an inherited `constructor` does not count. */
export const getOwnProperty = (fields: AnswerObject, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** The object's own text under a name, cleaned and cut; null if it has none. */
export const getCleanTextField = (fields: AnswerObject, name: string): string | null => {
  const value = getOwnProperty(fields, name);
  return typeof value === 'string' && value.trim() !== '' ? cleanTextLine(value, MAX_KEY_LENGTH) : null;
};

/** The object written as a text, in the way that some models write arguments; null if the text is not an object. */
export const parseObjectInText = (text: string): AnswerObject | null =>
  measureJsonDepth(text) > MAX_JSON_DEPTH ? null : tryReadFields(() => JSON.parse(text));
