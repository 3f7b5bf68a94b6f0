import { tellsOfErrors } from './plain.ts';
import type { StepDraft } from './steps.ts';
import { at, isFields, textAt } from './values.ts';

/** Longest result in which an error is looked for, UTF-16 units. */
const LONGEST = 100_000;

/**
 * The error that the body of a result tells, in its own words: of an object with an `error` that is a text or an object, or
 * with `isError`; null for any other. A text that only mentions errors is none.
 */
export function errorIn(result: string | null): string | null {
  if (
    result === null ||
    result.length > LONGEST ||
    !tellsOfErrors(result) ||
    !/"(?:error|isError|is_error)"\s*:/.test(result) ||
    !/^\s*\{/.test(result)
  )
    return null;
  let body: unknown;
  try {
    body = JSON.parse(result);
  } catch {
    return null;
  }
  if (!isFields(body)) return null;
  const error = at(body, 'error');
  if (typeof error === 'string' && error !== '') return error;
  if (isFields(error)) return textAt(error, 'message') ?? JSON.stringify(error);
  return at(body, 'isError') === true || at(body, 'is_error') === true || error === true ? result : null;
}

/** Marks a step as failed whose result says so, where the source does not tell. @returns whether it was */
export function failByResult(step: StepDraft): boolean {
  if (step.failed !== null) return false;
  const error = errorIn(step.result);
  if (error === null) return false;
  step.failed = true;
  step.error ??= error;
  return true;
}
