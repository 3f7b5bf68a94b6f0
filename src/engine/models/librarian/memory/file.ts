import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { InputError } from '../../../core/errors.ts';
import { quoteUserValue } from '../../../core/quoteUserValue.ts';
import { LIBRARIAN_STATES, type LibrarianStateName } from '../librarianTerms.ts';
import { MAX_MEMORY_VALUE_LENGTH, MAX_TAG_LENGTH, normalizeStoredValue, normalizeTag } from './memory.ts';

/** Digits of a key's number. */
const LOG_KEY_DIGITS = 3;

/** `thinking_log_001`. @param number from 1 */
export const formatLogKey = (prefix: string, number: number): string =>
  `${prefix}${String(number).padStart(LOG_KEY_DIGITS, '0')}`;

/**
 * An agent's thoughts, oldest first: the first entry has the key 001, however many were dropped before it.
 */
export class ThinkingLog {
  readonly entries: string[] = [];
  readonly #most: number;

  /** @param most capacity in entries; 0 turns the log off */
  constructor(most: number, entries: readonly string[] = []) {
    this.#most = most;
    for (const entry of entries) this.add(entry);
  }

  /** Adds an entry; beyond the capacity the oldest is dropped. */
  add(text: string): void {
    if (this.#most === 0) return;
    this.entries.push(text);
    if (this.entries.length > this.#most) this.entries.shift();
  }
}

/** Content of a memory.json. */
export interface MemoryJson {
  readonly working: readonly (readonly [tag: string, value: string])[];
  readonly storage: readonly (readonly [tag: string, value: string])[];
  readonly state: LibrarianStateName;
  /** A state it names that the chart lacks; `state` is then thinking. */
  readonly unknownState: string | null;
  /** Oldest first. */
  readonly log: readonly string[];
}

/** States that an agent can be restored to. */
const RESTORABLE: readonly LibrarianStateName[] = LIBRARIAN_STATES.filter(state => state !== 'stopped');

/** The text of a memory.json. */
export function serializeMemory(
  { working, storage, state, log }: Omit<MemoryJson, 'unknownState'>,
  prefix: string,
): string {
  const fields = [
    ['working_memory', serializeMemoryObject(working)],
    ['storage', serializeMemoryObject(storage)],
    ['state', JSON.stringify(RESTORABLE.includes(state) ? state : 'thinking')],
    ...log.map((text, i) => [formatLogKey(prefix, i + 1), JSON.stringify(text)]),
  ];
  return `{\n${fields.map(([key, value]) => `  ${JSON.stringify(key)}: ${value}`).join(',\n')}\n}\n`;
}

function serializeMemoryObject(entries: MemoryJson['working']): string {
  if (entries.length === 0) return '{}';
  const lines = entries.map(([tag, value]) => `    ${JSON.stringify(tag)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n  }`;
}

/**
 * Reads a memory.json. Every field is optional.
 * @param name name of the file.
 * @throws InputError that names the file, the place and the value.
 */
export function parseMemory(name: string, json: unknown, prefix: string): MemoryJson {
  if (!isMemoryObject(json))
    throw new InputError(
      `${name} is not a memory: expected an object with working_memory, storage and state`,
    );
  const { working_memory = {}, storage = {}, state = 'thinking', ...rest } = json;
  const known = RESTORABLE.find(other => other === state);
  if (typeof state !== 'string')
    throw new InputError(`${name}: state is not text but ${formatMemoryValue(state)}`);
  return {
    working: parseMemoryEntries(name, 'working_memory', working_memory),
    storage: parseMemoryEntries(name, 'storage', storage),
    state: known ?? 'thinking',
    unknownState: known === undefined ? cleanTextLine(state, 60) : null,
    log: parseThinkingLog(name, rest, prefix),
  };
}

type MemoryFileFields = Readonly<Record<string, unknown>>;

const isMemoryObject = (value: unknown): value is MemoryFileFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const formatMemoryValue = (value: unknown): string => cleanTextLine(JSON.stringify(value) ?? 'undefined', 60);

function parseMemoryEntries(name: string, place: string, given: unknown): MemoryJson['working'] {
  if (!isMemoryObject(given))
    throw new InputError(`${name}: ${place} is not an object but ${formatMemoryValue(given)}`);
  const seen = new Set<string>();
  return Object.entries(given).map(([key, value]) => {
    const where = `${name}: ${place}`;
    const tag = normalizeTag(key);
    if (tag === '') throw new InputError(`${where} has an entry without a tag`);
    if (tag.length > MAX_TAG_LENGTH)
      throw new InputError(
        `${where} has a tag of ${tag.length} characters; at most ${MAX_TAG_LENGTH} are read`,
      );
    if (seen.has(tag)) throw new InputError(`${where} has two entries for the tag ${quoteUserValue(tag)}`);
    seen.add(tag);
    if (typeof value !== 'string')
      throw new InputError(
        `${where}: the value of ${quoteUserValue(tag)} is not text but ${formatMemoryValue(value)}`,
      );
    if (value.length > MAX_MEMORY_VALUE_LENGTH)
      throw new InputError(
        `${where}: the value of ${quoteUserValue(tag)} has ${value.length} characters; at most ${MAX_MEMORY_VALUE_LENGTH} are read`,
      );
    return [tag, normalizeStoredValue(value)] as const;
  });
}

/** The entries by their numbers. */
function parseThinkingLog(name: string, rest: MemoryFileFields, prefix: string): readonly string[] {
  const numbered = Object.entries(rest).map(([key, value]) => {
    const number = key.startsWith(prefix) ? key.slice(prefix.length) : '';
    if (!/^\d{1,9}$/.test(number))
      throw new InputError(
        `${name} has the unknown field ${quoteUserValue(key)}; known fields: working_memory, storage, state, ${formatLogKey(prefix, 1)} …`,
      );
    if (typeof value !== 'string')
      throw new InputError(`${name}: ${quoteUserValue(key)} is not text but ${formatMemoryValue(value)}`);
    if (value.length > MAX_MEMORY_VALUE_LENGTH)
      throw new InputError(
        `${name}: ${quoteUserValue(key)} has ${value.length} characters; at most ${MAX_MEMORY_VALUE_LENGTH} are read`,
      );
    return [Number(number), normalizeStoredValue(value)] as const;
  });
  return numbered.sort(([a], [b]) => a - b).map(([, text]) => text);
}
