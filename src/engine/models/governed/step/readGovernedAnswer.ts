import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { memoizeByText } from '../../../oracle/formats/memoizeByText.ts';
import {
  type AnswerObject,
  explainMissingObject,
  findAnswerObjects,
  getCleanTextField,
  getOwnProperty,
  NO_OBJECT,
  parseObjectInText,
} from '../../../oracle/formats/objects.ts';
import { stripThoughts } from '../../../oracle/formats/thoughts.ts';
import type { Action } from '../missionStep.ts';
import { ARGUMENTS, findToolByName, SEARCH_TOOL } from '../tools.ts';

/** UTF-16 units of an answer that are examined. */
const MAX_MISSION_ANSWER_LENGTH = 40_000;
const MAX_FINAL_ANSWER_LENGTH = 2_000;
const MAX_REASONING_LENGTH = 600;
/** UTF-16 units of a call's arguments as JSON. */
const MAX_ARGS_LENGTH = 2_000;

/** The content of an answer, and the repairs needed to read it. */
export interface ReadAnswer {
  readonly action: Action;
  /** Reasoning on one line; empty for none. */
  readonly reasoning: string;
  readonly mended: readonly string[];
}

/** Answers that are kept as they were read: many missions with one goal are answered alike. */
const MAX_CACHED_ANSWERS = 4096;

/** Reads an answer in any wrapping or broken form; a reason if it requests nothing possible. */
export const readGovernedAnswer: (answer: string) => ReadAnswer | { readonly reason: string } = memoizeByText(
  readAnswer,
  MAX_CACHED_ANSWERS,
);

function readAnswer(answer: string): ReadAnswer | { readonly reason: string } {
  const text = stripThoughts(answer).slice(0, MAX_MISSION_ANSWER_LENGTH);
  let reason: string | null = null;
  for (const { fields, mended } of findAnswerObjects(text)) {
    const read = parseGovernedAction(fields);
    if ('reason' in read) {
      reason = read.reason;
      continue;
    }
    return { action: read.action, reasoning: toReasoningText(fields), mended: [...mended, ...read.mended] };
  }
  return { reason: reason ?? explainMissingObject(text) ?? NO_OBJECT };
}

type ReadAction = { readonly action: Action; readonly mended: readonly string[] };

function parseGovernedAction(fields: AnswerObject): ReadAction | { readonly reason: string } {
  const named = getCleanTextField(fields, 'action');
  const tool = named === null ? undefined : findToolByName(named);
  const kind = tool !== undefined ? 'tool' : (named?.toLowerCase() ?? inferActionKind(fields));
  const mended = named === null && kind !== null ? [`no action: taken for ${kind}`] : [];
  const next = getCleanTextField(fields, 'next_state')?.toLowerCase() ?? null;
  switch (kind) {
    case 'tool':
      return parseToolAction(tool === undefined ? fields : { tool, ...fields }, next, mended);
    case 'reason':
      return { action: { kind, next }, mended };
    case 'finish':
      return parseFinishAction(getOwnProperty(fields, 'final'), next, mended);
    case null:
      return { reason: 'it names no action' };
    default:
      return { reason: `"${kind}" is no action: tool, reason or finish` };
  }
}

function parseFinishAction(
  given: unknown,
  next: string | null,
  mended: readonly string[],
): ReadAction | { readonly reason: string } {
  const final = toFinalText(given);
  return final === ''
    ? { reason: 'a finish that says nothing' }
    : { action: { kind: 'finish', final, next }, mended };
}

function inferActionKind(fields: AnswerObject): 'tool' | 'reason' | 'finish' | null {
  if (findToolName(fields) !== null) return 'tool';
  if (getOwnProperty(fields, 'final') !== undefined) return 'finish';
  return getCleanTextField(fields, 'reasoning') === null ? null : 'reason';
}

/** The tool's name, under the keys that other protocols use. */
const findToolName = (fields: AnswerObject): string | null =>
  getCleanTextField(fields, 'tool') ?? getCleanTextField(fields, 'name');

/** The tool that an answer names; `finish` counts as one. */
function parseToolAction(
  fields: AnswerObject,
  next: string | null,
  mended: readonly string[],
): ReadAction | { readonly reason: string } {
  const tool = findToolName(fields);
  if (tool === null) return { reason: 'a tool call that names no tool' };
  const argument = ARGUMENTS[findToolByName(tool) ?? SEARCH_TOOL];
  const given =
    getOwnProperty(fields, 'args') ?? getOwnProperty(fields, 'arguments') ?? getOwnProperty(fields, argument);
  if (tool.toLowerCase() === 'finish')
    return parseFinishAction(getOwnProperty(fields, 'final') ?? getSoleText(given) ?? given, next, mended);
  const object = typeof given === 'string' ? parseObjectInText(given) : null;
  const isText = object === null && (typeof given === 'string' || Array.isArray(given));
  const args = copySafeArgs(isText ? { [argument]: getSoleText(given) ?? '' } : (object ?? given));
  if (args === null) return { reason: 'arguments that are too long' };
  return {
    action: { kind: 'tool', tool, args, next },
    mended: isText ? [...mended, `args was a text: taken for the ${argument}`] : mended,
  };
}

/** The text that is given alone, in a list, or as an object's only value. */
function getSoleText(given: unknown): string | null {
  if (typeof given === 'string') return given;
  const values = typeof given === 'object' && given !== null ? Object.values(given) : [];
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : null;
}

/** A copy without keys that could reach a prototype; null for arguments that are too long to keep. */
function copySafeArgs(given: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {};
  let text: string;
  try {
    text = JSON.stringify(given);
  } catch {
    return null;
  }
  if (text.length > MAX_ARGS_LENGTH) return null;
  const copy: Record<string, unknown> = JSON.parse(text, (key, value) =>
    key === '__proto__' ? undefined : value,
  );
  return sanitizeToolArgs(copy);
}

/**
 * Query and title on one line without hidden characters, because prompts, reasons and summaries repeat them. If one of
 * them is empty it was only there because a schema demands both.
 */
function sanitizeToolArgs(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const clean = Object.entries(args).map(([name, value]) => {
    const isShown = (name === 'query' || name === 'title') && typeof value === 'string';
    return [name, isShown ? cleanTextLine(value, MAX_ARGS_LENGTH) : value] as const;
  });
  const isSole = clean.filter(([name]) => name === 'query' || name === 'title').length < 2;
  return Object.fromEntries(isSole ? clean : clean.filter(([, value]) => value !== ''));
}

function toFinalText(given: unknown): string {
  if (typeof given === 'string') return cleanTextLine(given, MAX_FINAL_ANSWER_LENGTH);
  if (given === undefined || given === null) return '';
  try {
    return cleanTextLine(JSON.stringify(given), MAX_FINAL_ANSWER_LENGTH);
  } catch {
    return '';
  }
}

function toReasoningText(fields: AnswerObject): string {
  const value = getOwnProperty(fields, 'reasoning');
  return typeof value === 'string' ? cleanTextLine(value, MAX_REASONING_LENGTH) : '';
}
