import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import {
  explainMissingObject,
  type Fields,
  findAnswerObjects,
  getOwnProperty,
  NO_OBJECT,
} from '../../../oracle/formats/objects.ts';
import { stripThoughts } from '../../../oracle/formats/thoughts.ts';
import { type AgentElement, parseAgentElements } from './xml.ts';

/** UTF-16 units of an answer that are read; enough for the longest value, escaped. */
export const LONGEST_ANSWER = 1_000_000;
const LONGEST_THOUGHT = 2_000;
const LONGEST_NAME = 60;

/** The content of an answer, before it is checked. */
export interface ReadAnswer {
  /** State named as the next one; null for none. */
  readonly next: string | null;
  /** Thought on one line; null for none. */
  readonly thought: string | null;
  readonly action: ReadAction | null;
  readonly mended: readonly string[];
}

/** An action as an answer names it, unchecked. */
export interface ReadAction {
  /** Null where it names none. */
  readonly type: string | null;
  readonly tags: string | null;
  readonly value: string | null;
}

/** Reads an answer: XML with an `agent` tag, or the same as JSON; a reason where it is neither. */
export function readLibrarianAnswer(said: string): ReadAnswer | { readonly reason: string } {
  if (said.length > LONGEST_ANSWER)
    return { reason: `it has ${said.length} characters; at most ${LONGEST_ANSWER} are read` };
  const text = stripThoughts(said);
  // An answer that merely quotes the other form in its values is not of that form.
  const begunAsJson = IS_JSON.test(text) ? readAnswerObjects(text) : null;
  if (begunAsJson !== null) return begunAsJson;
  const elements = parseAgentElements(text);
  if ('reason' in elements) return elements;
  const at = elements.findIndex(({ fields, hasAction }) => fields.size > 0 || hasAction);
  if (at >= 0) return readAnswerElement(text, elements, at);
  return (
    readAnswerObjects(text) ??
    (elements.length > 0 ? readAnswerElement(text, elements, 0) : describeUnreadableAnswer(text))
  );
}

/** An answer that begins as an object, fenced or not. */
const IS_JSON = /^\s*(?:`{3}\w*\s*)?\{/;

function describeUnreadableAnswer(text: string): { readonly reason: string } {
  const reason = 'no agent tag in it';
  const json = explainMissingObject(text);
  if (json === NO_OBJECT) return { reason };
  return { reason: `${reason}, and as JSON: ${json ?? 'neither next_state, thinking_log nor action'}` };
}

/** @param at index of the first element that says something */
function readAnswerElement(text: string, elements: readonly AgentElement[], at: number): ReadAnswer {
  const { fields, hasAction, mended } = elements[at];
  const field = (name: string): string | null => fields.get(name) ?? null;
  return {
    next: parseAnswerName(field('next_state')),
    thought: parseThoughtText(field('thinking_log')),
    action:
      hasAction || fields.has('type')
        ? {
            type: parseAnswerName(field('type')),
            tags: convertListElements(field('tags')),
            value: field('value'),
          }
        : null,
    mended: [
      ...(isOnlyAgentTags(text) ? [] : ['taken out of what stood around it']),
      ...(elements.length > 1 ? [`agent ${at + 1} of ${elements.length}`] : []),
      ...mended,
    ],
  };
}

/** Whether only white space surrounds the agent tags. */
function isOnlyAgentTags(text: string): boolean {
  const start = text.search(/<agent\b/i);
  const end = [...text.matchAll(/<\/agent\b/gi)].at(-1)?.index;
  const behind = end === undefined ? '' : text.slice(text.indexOf('>', end) + 1);
  return (
    text
      .slice(0, start)
      .replace(/^\s*<\?xml[^>]*>/i, '')
      .trim() === '' && behind.trim() === ''
  );
}

/** UTF-16 units of a list of tags that are examined. */
const LONGEST_TAGS = 20_000;

/** Turns a list of elements into one with commas. */
const convertListElements = (tags: string | null): string | null =>
  tags === null
    ? null
    : tags
        .slice(0, LONGEST_TAGS)
        .replace(/<\/\w+>\s*<\w+>/g, ',')
        .replace(/<\/?\w+>/g, '');

function readAnswerObjects(text: string): ReadAnswer | null {
  for (const { fields, mended } of findAnswerObjects(text)) {
    const agent = toFieldsOrNull(getOwnProperty(fields, 'agent')) ?? fields;
    const action = toFieldsOrNull(getOwnProperty(agent, 'action'));
    const next = getOwnProperty(agent, 'next_state');
    const thought = getOwnProperty(agent, 'thinking_log');
    if (action === null && typeof next !== 'string' && typeof thought !== 'string') continue;
    return {
      next: parseAnswerName(toCleanTextOrNull(next)),
      thought: parseThoughtText(toCleanTextOrNull(thought)),
      action: action && {
        type: parseAnswerName(toCleanTextOrNull(getOwnProperty(action, 'type'))),
        tags: parseAnswerTags(getOwnProperty(action, 'tags')),
        value: toCleanTextOrNull(getOwnProperty(action, 'value')),
      },
      mended: ['read as JSON', ...mended],
    };
  }
  return null;
}

const toFieldsOrNull = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

const toCleanTextOrNull = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

const parseAnswerTags = (value: unknown): string | null =>
  Array.isArray(value) ? value.filter(tag => typeof tag === 'string').join(',') : toCleanTextOrNull(value);

const parseAnswerName = (text: string | null): string | null => {
  const name = text === null ? '' : cleanTextLine(text, LONGEST_NAME).toLowerCase();
  return name === '' ? null : name;
};

const parseThoughtText = (text: string | null): string | null => {
  const thought = text === null ? '' : cleanTextLine(text, LONGEST_THOUGHT);
  return thought === '' ? null : thought;
};
