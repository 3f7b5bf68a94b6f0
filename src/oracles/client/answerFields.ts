import type { TokenLogprob } from '../../engine/oracle/formats/letter.ts';

/**
 * Fields of a value from a server, which may be of any type: readers return what is there, or nothing, and
 * never throw.
 */
export type AnswerFields = Readonly<Record<string, unknown>>;

/** The value's fields; empty for anything but an object. */
export const toAnswerFields = (value: unknown): AnswerFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AnswerFields) : {};

/** The value as a list; empty for anything else. */
export const toUnknownList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value as a string; null for anything else. */
export const toStringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The value as a whole number from 0; null for anything else. */
export const toCountOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/**
 * The objects of a text: one, or one per line, as from a server that streams regardless; null if it is
 * neither.
 */
export function parseJsonObjects(text: string): readonly AnswerFields[] | null {
  const whole = parseJsonObject(text);
  if (whole !== null) return [whole];
  const lines = text
    .split('\n')
    .map(line => line.replace(/^data:/, '').trim())
    .filter(line => line !== '' && line !== '[DONE]');
  const objects = lines.map(parseJsonObject).filter(object => object !== null);
  return objects.length > 0 && objects.length === lines.length ? objects : null;
}

function parseJsonObject(text: string): AnswerFields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as AnswerFields)
      : null;
  } catch {
    return null;
  }
}

/** Candidates for the first token, from a list of generated tokens; null without one. */
export function readFirstTokenCandidates(tokens: unknown): readonly TokenLogprob[] | null {
  const [first] = toUnknownList(tokens);
  if (first === undefined) return null;
  const likeliest = toUnknownList(toAnswerFields(first).top_logprobs).map(toTokenLogprob);
  const own = toTokenLogprob(first);
  return likeliest.some(({ token }) => token === own.token) ? likeliest : [...likeliest, own];
}

function toTokenLogprob(value: unknown): TokenLogprob {
  const { token, logprob } = toAnswerFields(value);
  return { token: toStringOrNull(token) ?? '', logprob: typeof logprob === 'number' ? logprob : Number.NaN };
}

/** A part of a text for the record, never cut inside a character. */
export function truncateRecordText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
