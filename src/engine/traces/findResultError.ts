import { serializeStepValue } from './traceSteps.ts';
import { isFailedToolResult, unwrapToolResult } from './unwrapValues.ts';
import { getPathValue, getTextField, isFieldsObject } from './values.ts';

/** Longest result whose JSON is read for an error, UTF-16 units. */
const MAX_EXAMINED_RESULT_LENGTH = 100_000;

/**
 * A text with which a tool reports that it failed, as most have no other way: "Error: no such file", "Error executing
 * tool …". A text on errors, "Error handling in Rust", does not count.
 */
const ERROR_REPORT =
  /^\s*error(?:\s*[:!]|\s*$|\s*\(|\s+(?:executing|calling|running|invoking|parsing|reading|fetching|while|occurred|code|\d))/i;

/**
 * The error that a result reports, in its own words: an Error, what its framework marks as a failure, an object with an
 * `error` that is a text or an object, or with `isError`, or a text that reports one in its first word; null for any other. A
 * mere mention of errors in a text does not count.
 * @param given the result, or its JSON, with or without the wrappers of frameworks
 */
export function findResultError(given: unknown): string | null {
  if (given instanceof Error) return String(given);
  if (typeof given === 'string') {
    if (given.length > MAX_EXAMINED_RESULT_LENGTH) return ERROR_REPORT.test(given) ? given : null;
    // Most results are texts without the word.
    if (!/error/i.test(given)) return null;
  }
  const text = serializeStepValue(unwrapToolResult(given));
  return isFailedToolResult(given) ? text : findErrorInText(text);
}

function findErrorInText(result: string | null): string | null {
  if (result === null) return null;
  if (ERROR_REPORT.test(result)) return result;
  if (
    result.length > MAX_EXAMINED_RESULT_LENGTH ||
    !/^\s*\{/.test(result) ||
    !/"(?:error|isError|is_error)"\s*:/.test(result)
  )
    return null;
  let body: unknown;
  try {
    body = JSON.parse(result);
  } catch {
    return null;
  }
  if (!isFieldsObject(body)) return null;
  const error = getPathValue(body, 'error');
  if (typeof error === 'string' && error !== '') return error;
  if (isFieldsObject(error)) return getTextField(error, 'message') ?? JSON.stringify(error);
  return getPathValue(body, 'isError') === true || getPathValue(body, 'is_error') === true || error === true
    ? result
    : null;
}
